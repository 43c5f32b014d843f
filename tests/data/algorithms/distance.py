def distance(one: str, other: str) -> int:
    """Insertions, deletions and replacements that turn one word into the other."""
    row = list(range(len(other) + 1))
    for left, sign in enumerate(one, 1):
        before, row[0] = row[0], left
        for at, mark in enumerate(other, 1):
            cost = before + (sign != mark)
            before = row[at]
            row[at] = min(row[at] + 1, row[at - 1] + 1, cost)  # bug: row[at] = min(row[at] + 1, row[at - 1], cost)
    return row[-1]
