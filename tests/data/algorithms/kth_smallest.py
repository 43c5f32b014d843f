def kth_smallest(items: list[int], rank: int) -> int:
    """The item of a rank, counted from 1."""
    if not 1 <= rank <= len(items):  # bug: if not 1 <= rank < len(items):
        raise IndexError("no such rank")
    return sorted(items)[rank - 1]
