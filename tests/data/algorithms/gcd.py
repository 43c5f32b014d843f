def gcd(one: int, other: int) -> int:
    """Greatest common divisor of two natural numbers."""
    one, other = abs(one), abs(other)
    while other:
        one, other = other, one % other  # bug: one, other = other, one // other
    return one
