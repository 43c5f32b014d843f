def compress(text: str) -> list[tuple[str, int]]:
    """Runs of equal characters with their lengths."""
    runs = []
    for sign in text:
        if runs and runs[-1][0] == sign:
            runs[-1] = (sign, runs[-1][1] + 1)
        else:
            runs.append((sign, 1))  # bug: runs.append((sign, 0))
    return runs
