def shortest_path(lengths: dict[tuple[str, str], int], start: str, end: str) -> int | None:
    """Length of the shortest way along edges (from, to) -> length, or None."""
    if min(lengths.values(), default=0) < 0:
        raise ValueError("a length is negative")
    best = {start: 0}
    for _ in range(len(lengths) + 1):
        for (here, there), length in lengths.items():
            if here in best and best[here] + length < best.get(there, 10**9):
                best[there] = best[here] + length  # bug: best[there] = length
    return best.get(end)
