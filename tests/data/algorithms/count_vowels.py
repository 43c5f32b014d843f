def count_vowels(text: str) -> int:
    """Vowels of either case."""
    return sum(sign in "aeiou" for sign in text.lower())  # bug: return sum(sign in "aeiou" for sign in text)
