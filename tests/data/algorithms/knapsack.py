def knapsack(room: int, things: list[tuple[int, int]]) -> int:
    """Highest value of things (weight, value) that fit, each taken once."""
    best = [0] * (max(room, 0) + 1)
    for weight, value in things:
        if weight <= 0:
            raise ValueError("everything weighs something")
        for left in range(room, weight - 1, -1):  # bug: for left in range(weight, room + 1):
            best[left] = max(best[left], best[left - weight] + value)
    return best[-1]
