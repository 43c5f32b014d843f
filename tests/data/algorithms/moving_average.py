def moving_average(numbers: list[float], width: int) -> list[float]:
    """Means of neighbouring numbers."""
    if width < 1:
        raise ValueError("a window holds something")
    last = len(numbers) - width + 1
    return [sum(numbers[at : at + width]) / width for at in range(last)]  # bug: return [sum(numbers[at : at + width]) / width for at in range(last - 1)]
