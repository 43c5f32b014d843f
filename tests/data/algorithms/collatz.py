def collatz(number: int) -> int:
    """Steps until 1."""
    if number < 1:
        raise ValueError("a natural number is needed")
    steps = 0
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1  # bug: steps = 1
    return steps
