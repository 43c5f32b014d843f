def longest_rise(numbers: list[int]) -> int:
    """Length of the longest strictly rising subsequence."""
    longest = []
    for at, number in enumerate(numbers):
        below = [longest[before] for before in range(at) if numbers[before] < number]
        longest.append(1 + max(below, default=0))
    return max(longest, default=0)  # bug: return longest[-1] if longest else 0
