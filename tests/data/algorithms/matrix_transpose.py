def transpose(rows: list[list[int]]) -> list[list[int]]:
    """Columns as rows; short rows end early."""
    width = max((len(row) for row in rows), default=0)
    return [[row[at] for row in rows if at < len(row)] for at in range(width)]  # bug: return [[row[at] for row in rows if at < len(row)] for at in range(width - 1)]
