"""What an expression does besides having a value. In doubt it does something."""

from typing import Final

import libcst as cst
import libcst.matchers as m

_TRUTHS: Final = frozenset(
    {
        *("isinstance", "issubclass", "callable", "hasattr", "bool", "any", "all", "startswith", "endswith"),
        *("isalpha", "isdigit", "isdecimal", "isnumeric", "isalnum", "isspace", "islower", "isupper", "istitle"),
        *("isidentifier", "isascii", "isprintable", "issubset", "issuperset", "isdisjoint", "is_file", "is_dir", "exists"),
    }
)
"""Functions and methods that answer True or False and nothing else."""

_EMPTY: Final = frozenset({"set", "list", "dict", "tuple", "str", "object"})
"""Types that are called without arguments for an empty value."""


def is_quiet(expression: cst.BaseExpression) -> bool:
    """Whether leaving the expression out changes nothing. Taking an attribute or an item may do anything."""
    quiet = False
    match expression:
        case cst.Name() | cst.SimpleString() | cst.Integer() | cst.Float() | cst.Imaginary() | cst.Lambda():
            quiet = True
        case cst.ConcatenatedString(left=left, right=right):
            quiet = is_quiet(left) and is_quiet(right)
        case cst.Tuple(elements=elements) | cst.List(elements=elements):
            quiet = all(isinstance(one, cst.Element) and is_quiet(one.value) for one in elements)
        case cst.Dict(elements=pairs):
            quiet = all(isinstance(one, cst.DictElement) and is_quiet(one.key) and is_quiet(one.value) for one in pairs)
        case cst.UnaryOperation(expression=inner):
            quiet = is_quiet(inner) and not isinstance(inner, cst.Name)
        case cst.FormattedString(parts=parts):
            quiet = all(isinstance(part, cst.FormattedStringText) for part in parts)
        case cst.Call(func=cst.Name(value=name), args=[]):
            quiet = name in _EMPTY
    return quiet


def is_truth(expression: cst.BaseExpression) -> bool:
    """Whether the value can be nothing but True or False, as far as built-in types go."""
    truth = False
    match expression:
        case cst.Comparison() | cst.UnaryOperation(operator=cst.Not()) | cst.Name(value="True" | "False"):
            truth = True
        case cst.BooleanOperation(left=left, right=right):
            truth = is_truth(left) and is_truth(right)
        case cst.Call(func=cst.Name(value=name)) | cst.Call(func=cst.Attribute(attr=cst.Name(value=name))):
            truth = name in _TRUTHS
    return truth


def is_none(expression: cst.BaseExpression) -> bool:
    """Whether it is the literal None."""
    return m.matches(expression, m.Name("None"))
