def pascal(row: int) -> list[int]:
    """A row of Pascal's triangle, counted from 0."""
    numbers = [1]
    for at in range(row):
        numbers.append(numbers[at] * (row - at) // (at + 1))  # bug: numbers.append(numbers[at] * (row - at) // (at + 2))
    return numbers
