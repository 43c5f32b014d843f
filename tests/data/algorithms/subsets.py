def subsets(items: list[int]) -> list[list[int]]:
    """Every choice of items, none and all included."""
    if len(items) > 8:
        raise ValueError("too many")
    found = [[]]
    for item in items:
        found += [[*chosen, item] for chosen in found]  # bug: found = [[*chosen, item] for chosen in found]
    return found
