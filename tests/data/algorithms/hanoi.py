def hanoi(height: int, start: int = 1, end: int = 3) -> list[tuple[int, int]]:
    """Moves that carry a tower from one peg to another."""
    if height <= 0:
        return []
    if height > 8:
        raise ValueError("too high")
    between = 6 - start - end
    first = hanoi(height - 1, start, between)
    return [*first, (start, end), *hanoi(height - 1, between, end)]  # bug: return [*first, (start, between), *hanoi(height - 1, between, end)]
