def luhn(number: str) -> bool:
    """Whether the digits of a card number fit together."""
    total = 0
    for at, digit in enumerate(reversed([int(sign) for sign in number if sign.isdecimal()])):
        if at % 2:
            digit = digit * 2 - 9 if digit > 4 else digit * 2  # bug: digit = digit * 2 - 9 if digit > 5 else digit * 2
        total += digit
    return total % 10 == 0
