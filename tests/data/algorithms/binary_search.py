def binary_search(items, wanted):
    """Index of `wanted` in a sorted list, or -1."""
    low, high = 0, len(items) - 1
    while low <= high:  # bug: while low < high:
        middle = (low + high) // 2
        if items[middle] == wanted:
            return middle
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1
