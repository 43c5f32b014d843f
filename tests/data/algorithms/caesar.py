def caesar(text: str, shift: int) -> str:
    """Letters moved along the alphabet, everything else as it is."""
    moved = []
    for sign in text:
        if "a" <= sign <= "z":
            sign = chr((ord(sign) - 97 + shift) % 26 + 97)  # bug: sign = chr((ord(sign) - 97 + shift) % 25 + 97)
        moved.append(sign)
    return "".join(moved)
