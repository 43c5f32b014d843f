def rotate(items: list[int], steps: int) -> list[int]:
    """Items moved to the right, the last ones to the front."""
    if not items:
        return []
    cut = -steps % len(items)  # bug: cut = steps % len(items)
    return items[cut:] + items[:cut]
