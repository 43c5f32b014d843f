def merge(one: list[int], other: list[int]) -> list[int]:
    """Two sorted lists as one."""
    merged = []
    left = right = 0
    while left < len(one) and right < len(other):
        if one[left] <= other[right]:
            merged.append(one[left])
            left += 1
        else:
            merged.append(other[right])
            right += 1
    return merged + one[left:] + other[right:]  # bug: return merged + one[left:]
