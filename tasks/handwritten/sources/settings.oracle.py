"""Layered settings: defaults, then files, then KEY=VALUE words of the command line."""

import itertools

SIZES = {"k": 1024, "m": 1024 * 1024, "g": 1024 * 1024 * 1024}

WORDS = {
    "": None,
    "null": None,
    "true": True,
    "yes": True,
    "on": True,
    "false": False,
    "no": False,
    "off": False,
}


def is_digits(text):
    return text.isascii() and text.isdigit()


def unsigned(text):
    """The text without one sign in front of it."""
    return text[1:] if text.startswith(("-", "+")) else text


def is_int(text):
    return is_digits(unsigned(text))


def is_float(text):
    left, point, right = text.partition(".")
    if not point or not is_digits(right):
        return False
    return left in ("", "-", "+") or is_int(left)


def is_size(low):
    return low[-1] in SIZES and is_int(low[:-1])


def is_quoted(text):
    return len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'"


def parse_number(text):
    """An int, a count of bytes or a float; the text itself if it is none of them."""
    if is_int(text):
        return int(text)
    low = text.lower()
    if is_size(low):
        return int(low[:-1]) * SIZES[low[-1]]
    return float(text) if is_float(text) else text


def parse_text(text):
    """Read what is neither empty nor one of the fixed words."""
    if is_quoted(text):
        return text[1:-1]
    if "," in text:
        return [parse_value(part) for part in text.split(",")]
    return parse_number(text)


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
    return WORDS[low] if low in WORDS else parse_text(text)


def copied(value):
    """The value, sections copied at every depth."""
    return merge(value, {}) if isinstance(value, dict) else value


def appended(there, more, here):
    """The list that is there with `more` behind it."""
    if not isinstance(there, list) or not isinstance(more, list):
        raise ValueError(f"{here}: not a list")
    return there + more


def laid_over(there, value, here):
    """What stands at a key after `value` was laid over what is there (or None)."""
    if there is None:
        there = {} if isinstance(value, dict) else value
    if isinstance(there, dict) != isinstance(value, dict):
        raise ValueError(f"{here}: section and value clash")
    return merge(there, value, here) if isinstance(value, dict) else value


def lay(result, key, value, here):
    """Lay one value of a layer over the result."""
    name = key.removesuffix("+")
    if name != key:
        result[name] = appended(result.get(name, []), value, here)
    elif value is None:
        result.pop(key, None)
    else:
        result[key] = laid_over(result.get(key), value, here)


def merge(base, extra, path=""):
    """A new mapping: `extra` laid over `base`, sections merged key by key.

    None removes a key. A key with a "+" behind it appends its list to the list
    that is there, or starts one. Only a mapping may replace a mapping and only
    a plain value a plain value: ValueError("PATH: section and value clash").
    Appending to, or something, that is no list: ValueError("PATH: not a list").
    """
    result = {key: copied(value) for key, value in base.items()}
    for key, value in extra.items():
        lay(result, key, value, f"{path}.{key}" if path else key)
    return result


def nested(parts, value):
    """The value inside one section for each part of its key."""
    for part in reversed(parts):
        value = {part: value}
    return value


def as_layer(word):
    """The mapping that a word such as "db.port=5432" stands for."""
    key, equals, value = word.partition("=")
    if not equals:
        raise ValueError("not KEY=VALUE: " + word)
    parts = key.strip().split(".")
    if any(part in ("", "+") for part in parts):
        raise ValueError("bad key: " + key)
    return nested(parts, parse_value(value))


def has(place, key):
    """Whether a dotted key leads to something."""
    for part in key.split("."):
        if not isinstance(place, dict) or part not in place:
            return False
        place = place[part]
    return True


def load(layers, words=(), required=()):
    """The settings that `layers` (first is weakest) and then `words` add up to.

    Each of `required` is a dotted key that must be there with a value, else
    ValueError("missing: KEY, KEY") with the keys in the given order. Layers
    are applied in order, so the first clash is raised; none of them changes.
    """
    result = {}
    for layer in itertools.chain(layers, map(as_layer, words)):
        result = merge(result, layer)
    missing = [key for key in required if not has(result, key)]
    if missing:
        raise ValueError("missing: " + ", ".join(missing))
    return result
