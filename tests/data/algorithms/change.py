def change(amount: int, coins: list[int]) -> int:
    """Ways to pay an amount with coins of these values."""
    ways = [1] + [0] * max(amount, 0)
    for coin in coins:
        if coin <= 0:
            raise ValueError("a coin is worth something")
        for total in range(coin, amount + 1):  # bug: for total in range(coin, amount):
            ways[total] += ways[total - coin]
    return ways[amount] if amount >= 0 else 0
