"""Layered settings: defaults, then files, then KEY=VALUE words of the command line."""

SIZES = {"k": 1024, "m": 1024 * 1024, "g": 1024 * 1024 * 1024}


def is_int(text):
    body = text
    if body.startswith("-") or body.startswith("+"):
        body = body[1:]
    return body.isascii() and body.isdigit()


def parse_value(text):
    """Read the right side of KEY=VALUE; blanks around it do not count.

    Empty and "null" are None; true/yes/on and false/no/off are booleans in any
    case; whole numbers are ints, "10k", "3M" and "1g" counts of bytes;
    "12.5" and "-.5" (one point, digits after it) floats; text in a pair of
    equal quotes is that text; text with a comma outside of quotes around the
    whole is a list of such values; anything else is a string.
    """
    text = text.strip()
    low = text.lower()
    if low == "" or low == "null":
        return None
    if low == "true" or low == "yes" or low == "on":
        return True
    if low == "false" or low == "no" or low == "off":
        return False
    if len(text) >= 2 and text[0] == text[-1] and (text[0] == '"' or text[0] == "'"):
        return text[1:-1]
    if "," in text:
        values = []
        for part in text.split(","):
            values.append(parse_value(part))
        return values
    if is_int(text):
        return int(text)
    if low[-1] in SIZES and is_int(low[:-1]):
        return int(low[:-1]) * SIZES[low[-1]]
    if text.count(".") == 1:
        left, right = text.split(".")
        if right.isascii() and right.isdigit():
            if left == "" or left == "-" or left == "+" or is_int(left):
                return float(text)
    return text


def merge(base, extra, path=""):
    """A new mapping: `extra` laid over `base`, sections merged key by key.

    None removes a key. A key with a "+" behind it appends its list to the list
    that is there, or starts one. Only a mapping may replace a mapping and only
    a plain value a plain value: ValueError("PATH: section and value clash").
    Appending to, or something, that is no list: ValueError("PATH: not a list").
    """
    result = {}
    for key in base:
        if isinstance(base[key], dict):
            result[key] = merge(base[key], {})
        else:
            result[key] = base[key]
    for key, value in extra.items():
        here = path + "." + key if path else key
        if key.endswith("+"):
            key = key[:-1]
            if not isinstance(value, list) or not isinstance(result.get(key, []), list):
                raise ValueError(f"{here}: not a list")
            result[key] = result.get(key, []) + value
        elif value is None:
            if key in result:
                del result[key]
        elif isinstance(value, dict):
            if key in result and not isinstance(result[key], dict):
                raise ValueError(f"{here}: section and value clash")
            result[key] = merge(result.get(key, {}), value, here)
        else:
            if isinstance(result.get(key), dict):
                raise ValueError(f"{here}: section and value clash")
            result[key] = value
    return result


def as_layer(word):
    """The mapping that a word such as "db.port=5432" stands for."""
    if "=" not in word:
        raise ValueError("not KEY=VALUE: " + word)
    key, value = word.split("=", 1)
    layer = parse_value(value)
    for part in reversed(key.strip().split(".")):
        if part == "" or part == "+":
            raise ValueError("bad key: " + key)
        layer = {part: layer}
    return layer


def load(layers, words=(), required=()):
    """The settings that `layers` (first is weakest) and then `words` add up to.

    Each of `required` is a dotted key that must be there with a value, else
    ValueError("missing: KEY, KEY") with the keys in the given order. Layers
    are applied in order, so the first clash is raised; none of them changes.
    """
    result = {}
    for layer in layers:
        result = merge(result, layer)
    for word in words:
        result = merge(result, as_layer(word))
    missing = []
    for key in required:
        place = result
        for part in key.split("."):
            if isinstance(place, dict) and part in place:
                place = place[part]
            else:
                missing.append(key)
                break
    if missing:
        raise ValueError("missing: " + ", ".join(missing))
    return result
