"""Backslash escapes of `echo` and the formats of `printf`.

Source: POSIX.1-2017, echo and printf; dash 0.5.12 where they differ.
"""

import re
from typing import Final

ESCAPES: Final = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}
DIRECTIVE: Final = re.compile(r"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+))?([%a-zA-Z])")


def escaped(text: str, *, octal_needs_zero: bool) -> tuple[str, bool]:
    r"""The text with escapes replaced, and whether `\c` cut it off."""
    out: list[str] = []
    index = 0
    while index < len(text):
        char = text[index]
        following = text[index + 1 : index + 2]
        index += 1
        if char != "\\" or not following:
            out.append(char)
        elif following == "c" and octal_needs_zero:
            return "".join(out), True
        elif following in ESCAPES:
            out.append(ESCAPES[following])
            index += 1
        else:
            digits = _octal(text[index:], octal_needs_zero=octal_needs_zero)
            out.append(chr(int(digits, 8) & 0xFF) if digits else "\\")
            index += len(digits)
    return "".join(out), False


def _octal(text: str, *, octal_needs_zero: bool) -> str:
    found = re.match(r"0[0-7]{0,3}" if octal_needs_zero else r"[0-7]{1,3}", text)
    return found[0] if found else ""


def printf(template: str, arguments: list[str]) -> tuple[str, list[str]]:
    """The formatted text, and complaints about arguments that are no numbers."""
    template, _ = escaped(template, octal_needs_zero=False)
    pieces = DIRECTIVE.split(template)
    uses = any(kind != "%" for kind in pieces[4::5])
    out: list[str] = []
    faults: list[str] = []
    rest = list(arguments)
    while True:
        before = len(rest)
        stopped = _once(pieces, rest, out, faults)
        if stopped or not rest or not uses or len(rest) == before:
            return "".join(out), faults


def _once(pieces: list[str], rest: list[str], out: list[str], faults: list[str]) -> bool:
    out.append(pieces[0])
    for index in range(1, len(pieces), 5):
        flags, width, precision, kind, text = pieces[index : index + 5]
        stopped = False
        if kind == "%":
            out.append("%")
        else:
            value, stopped = _directive(flags, width, precision, kind, rest, faults)
            out.append(value)
        if stopped:
            return True
        out.append(text)
    return False


def _directive(  # noqa: PLR0913, PLR0917 - the parts of one directive
    flags: str, width: str | None, precision: str | None, kind: str, rest: list[str], faults: list[str]
) -> tuple[str, bool]:
    if width == "*":
        width = rest.pop(0) if rest else "0"
    if precision == "*":
        precision = rest.pop(0) if rest else "0"
    spec = f"%{flags}{width or ''}" + (f".{precision}" if precision is not None else "")
    argument = rest.pop(0) if rest else ""
    if kind in "sb":
        text, stopped = escaped(argument, octal_needs_zero=True) if kind == "b" else (argument, False)
        return (spec + "s") % text, stopped
    if kind == "c":
        return (spec + "s") % argument[:1], False
    if kind in "diouxX":
        return (spec + ("d" if kind in "iu" else kind)) % _integer(argument, faults), False
    if kind in "feEgG":
        return (spec + kind) % _float(argument, faults), False
    faults.append(f"%{kind}: invalid directive")
    return "", True


def _integer(text: str, faults: list[str]) -> int:
    if text[:1] in ("'", '"'):
        return ord(text[1:2] or "\0")
    found = re.match(r"\s*([-+]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)", text)
    if found is None or found.end() < len(text):
        if text or (found is None and text):
            faults.append(f"{text}: expected numeric value" if found is None else f"{text}: not completely converted")
        if found is None:
            return 0
    digits = found[2]
    base = 16 if digits[:2].lower() == "0x" else 8 if digits[0] == "0" else 10
    return int(digits, base) * (-1 if found[1] == "-" else 1)


def _float(text: str, faults: list[str]) -> float:
    try:
        return float(text or "0")
    except ValueError:
        faults.append(f"{text}: expected numeric value")
        return 0.0
