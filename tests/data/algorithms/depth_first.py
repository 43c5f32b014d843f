def reachable(graph: dict[str, list[str]], start: str) -> list[str]:
    """Nodes in the order in which a search in depth meets them."""
    seen = []
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.append(node)
        waiting += [other for other in reversed(graph.get(node, [])) if other not in seen]  # bug: waiting += [other for other in graph.get(node, []) if other not in seen]
    return seen
