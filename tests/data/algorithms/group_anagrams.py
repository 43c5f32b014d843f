def group_anagrams(words: list[str]) -> list[list[str]]:
    """Words with the same letters together, in the order of the first."""
    groups = {}
    for word in words:
        groups.setdefault("".join(sorted(word)), []).append(word)  # bug: groups.setdefault(word[:1], []).append(word)
    return list(groups.values())
