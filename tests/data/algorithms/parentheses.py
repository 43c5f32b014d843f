def balanced(text: str) -> bool:
    """Every bracket is closed by its partner."""
    partners = {")": "(", "]": "[", "}": "{"}
    open_ = []
    for sign in text:
        if sign in "([{":
            open_.append(sign)
        elif sign in partners and (not open_ or open_.pop() != partners[sign]):
            return False
    return not open_  # bug: return True
