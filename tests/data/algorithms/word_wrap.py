def word_wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` characters; a longer word stands alone."""
    lines = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:  # bug: if lines and len(lines[-1]) + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
