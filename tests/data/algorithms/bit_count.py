def bit_count(number: int) -> int:
    """Ones in the binary form of a natural number."""
    if number < 0:
        raise ValueError("negative")
    count = 0
    while number:
        number &= number - 1  # bug: number &= number >> 1
        count += 1
    return count
