def fibonacci(count: int) -> list[int]:
    """The first Fibonacci numbers."""
    numbers = []
    one, other = 0, 1
    for _ in range(count):
        numbers.append(one)
        one, other = other, one + other  # bug: one, other = other, one + one
    return numbers
