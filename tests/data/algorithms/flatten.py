def flatten(nested):
    """Everything in nested lists, in order."""
    flat = []
    for item in nested:
        if isinstance(item, list):
            flat.extend(flatten(item))  # bug: flat.append(flatten(item))
        else:
            flat.append(item)
    return flat
