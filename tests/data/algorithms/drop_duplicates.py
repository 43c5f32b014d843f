def drop_duplicates(items: list[int]) -> list[int]:
    """Each item once, in the order of its first place."""
    seen, kept = set(), []
    for item in items:
        if item not in seen:
            seen.add(item)
            kept.append(item)  # bug: kept.insert(0, item)
    return kept
