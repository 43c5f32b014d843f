def equilibrium(numbers: list[int]) -> int:
    """First index with equal sums on both sides, or -1."""
    left, right = 0, sum(numbers)
    for at, number in enumerate(numbers):
        right -= number
        if left == right:
            return at
        left += number  # bug: left = number
    return -1
