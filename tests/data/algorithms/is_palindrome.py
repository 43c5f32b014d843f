def is_palindrome(text: str) -> bool:
    """The same letters and digits from both ends, whatever their case."""
    signs = [sign.lower() for sign in text if sign.isalnum()]  # bug: signs = [sign.lower() for sign in text if sign.isalpha()]
    return signs == signs[::-1]
