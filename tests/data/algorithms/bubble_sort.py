def bubble_sort(items):
    """A sorted copy."""
    items = list(items)
    for end in range(len(items) - 1, 0, -1):
        for at in range(end):  # bug: for at in range(end - 1):
            if items[at] > items[at + 1]:
                items[at], items[at + 1] = items[at + 1], items[at]
    return items
