def common_prefix(words: list[str]) -> str:
    """Longest beginning that all words share."""
    if not words:
        return ""
    first, last = min(words), max(words)
    for at, sign in enumerate(first):
        if sign != last[at]:
            return first[:at]  # bug: return first[: at + 1]
    return first
