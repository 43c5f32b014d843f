def digital_root(number: int) -> int:
    """Sum of digits, again and again, down to one digit."""
    number = abs(number)
    while number > 9:  # bug: while number > 10:
        number = sum(int(digit) for digit in str(number))
    return number
