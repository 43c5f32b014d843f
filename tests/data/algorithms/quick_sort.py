def quick_sort(items):
    """A sorted copy."""
    if not items:
        return []
    pivot, *rest = items
    smaller = [item for item in rest if item < pivot]
    larger = [item for item in rest if item >= pivot]  # bug: larger = [item for item in rest if item > pivot]
    return [*quick_sort(smaller), pivot, *quick_sort(larger)]
