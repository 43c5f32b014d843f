def roman(number: int) -> str:
    """A number from 1 to 3999 in Roman numerals."""
    if not 0 < number < 4000:
        raise ValueError("out of range")
    signs = ""
    for value, sign in ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while number >= value:  # bug: while number > value:
            signs += sign
            number -= value
    return signs
