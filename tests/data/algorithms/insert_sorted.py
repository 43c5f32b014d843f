def insert_sorted(items: list[int], item: int) -> list[int]:
    """A sorted list with one more item, behind its equals."""
    at = len(items)
    while at > 0 and items[at - 1] > item:  # bug: while at > 0 and items[at - 1] >= item:
        at -= 1
    return items[:at] + [float(item)] + items[at:]
