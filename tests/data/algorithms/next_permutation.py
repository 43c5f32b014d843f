def next_permutation(items: list[int]) -> list[int]:
    """The following order of the items, or the first one behind the last."""
    items = list(items)
    at = len(items) - 2
    while at >= 0 and items[at] >= items[at + 1]:
        at -= 1
    if at >= 0:
        other = max(index for index in range(at + 1, len(items)) if items[index] > items[at])
        items[at], items[other] = items[other], items[at]
    return items[: at + 1] + items[at + 1 :][::-1]  # bug: return items[: at + 1] + items[at + 1 :]
