"""Backslash escapes of `echo` and the formats of `printf`.

Source: POSIX.1-2017, echo and printf; dash 0.5.12 where they differ.
"""

import re
from typing import Final

from processes.syntax import Refused

ESCAPES: Final = {"a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}
DIRECTIVE: Final = re.compile(r"%(?:(%)|([-+ #0]*)(\*|\d*)(?:\.(\*|\d*))?(.?))", re.DOTALL)
SIGNED, UNSIGNED, REAL = "di", "ouxX", "eEfFgG"
NUMBER: Final = re.compile(r"[ \t\n\v\f\r]*([-+]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)")
DECIMAL: Final = re.compile(r"[ \t\n\v\f\r]*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?")
WORD: Final = 1 << 64
MAX_SIZE: Final = 4096
"""Width and precision; a larger one is refused rather than filled."""


class FormatFault(Exception):
    """The format is wrong; what was printed before stays, and the status is 2."""


def escaped(text: str, *, octal_needs_zero: bool) -> tuple[str, bool]:
    r"""The text with escapes replaced, and whether `\c` cut it off; `octal_needs_zero` is the style of `echo`."""
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
    found = re.match(r"0[0-7]{0,3}|[1-7][0-7]{0,2}" if octal_needs_zero else r"[0-7]{1,3}", text)
    return found[0] if found else ""


class Printf:
    """One run of `printf`.

    Attributes:
        rest: arguments that are not used yet.
        out: what was printed.
        faults: complaints about arguments that are no numbers.
    """

    def __init__(self, rest: list[str]) -> None:
        self.rest = rest
        self.out: list[str] = []
        self.faults: list[str] = []

    def run(self, template: str) -> None:
        r"""Print by the format, again and again while it uses up arguments; `\c` in a `%b` ends all.

        Raises:
            FormatFault: the format is wrong.
            Refused: it is right and not offered.
        """
        template, _ = escaped(template, octal_needs_zero=False)
        before = -1
        while self._once(template) and self.rest and len(self.rest) != before:
            before = len(self.rest)

    def _once(self, template: str) -> bool:
        at = 0
        for found in DIRECTIVE.finditer(template):
            self.out.append(template[at : found.start()])
            at = found.end()
            if found[1]:
                self.out.append("%")
            elif not self._directive(found):
                return False
        self.out.append(template[at:])
        return True

    def _directive(self, found: re.Match[str]) -> bool:
        flags, width, precision, kind = found.groups()[1:]
        if not kind:
            message = "missing format character"
            raise FormatFault(message)
        if kind not in f"bcsaA{SIGNED}{UNSIGNED}{REAL}":
            message = f"{found[0]}: invalid directive"
            raise FormatFault(message)
        if "#" in flags or kind in "aA":
            feature = "sh: printf format"
            raise Refused(feature)
        sizes = self._size(width), None if precision is None else self._size(precision or "0")
        return self._text(kind, "-" * ("-" in flags), sizes) if kind in "bcs" else self._number(kind, flags, sizes)

    def _size(self, size: str) -> str:
        """A width or precision; `*` takes it from the arguments."""
        size = str(self._integer(self._next())) if size == "*" else size
        if size and abs(int(size)) > MAX_SIZE:
            feature = "sh: printf of a large width"
            raise Refused(feature)
        return size

    def _next(self) -> str:
        return self.rest.pop(0) if self.rest else ""

    def _text(self, kind: str, flags: str, sizes: tuple[str, str | None]) -> bool:
        text, stopped = self._next(), False
        if kind == "b":
            text, stopped = escaped(text, octal_needs_zero=True)
        elif kind == "c":
            text, sizes = text[:1] or "\0", (sizes[0], None)
        self.out.append(_spec(flags, sizes, "s") % text)
        return not stopped

    def _number(self, kind: str, flags: str, sizes: tuple[str, str | None]) -> bool:
        argument = self._next()
        if kind in REAL:
            self.out.append(_spec(flags, sizes, kind) % self._real(argument))
            return True
        value = self._integer(argument, bits=63 if kind in SIGNED else 64)
        if kind in UNSIGNED:
            flags, value = flags.replace("+", "").replace(" ", ""), value % WORD
        if sizes[1] is not None:
            flags = flags.replace("0", "")
        self.out.append(_spec(flags, sizes, "d" if kind in "iu" else kind) % value)
        return True

    def _integer(self, text: str, bits: int = 63) -> int:
        if text[:1] in ("'", '"'):
            return ord(text[1:2] or "\0")
        found = NUMBER.match(text)
        self._complain(text, found)
        if found is None:
            return 0
        digits = found[2]
        base = 16 if digits[:2].lower() == "0x" else 8 if digits[0] == "0" else 10
        value = int(digits, base) * (-1 if found[1] == "-" else 1)
        low, high = (-(1 << 63), (1 << 63) - 1) if bits < 64 else (1 - WORD, WORD - 1)  # noqa: PLR2004 - a machine word
        if not low <= value <= high:
            self.faults.append(f"{text}: Numerical result out of range")
        return min(max(value, low), high)

    def _real(self, text: str) -> float:
        if re.search("inf|nan|x", text, re.IGNORECASE):
            feature = "sh: printf of a special number"
            raise Refused(feature)
        if text[:1] in ("'", '"'):
            return float(ord(text[1:2] or "\0"))
        found = DECIMAL.match(text)
        self._complain(text, found)
        return float(found[0]) if found else 0.0

    def _complain(self, text: str, found: re.Match[str] | None) -> None:
        if found is None and text:
            self.faults.append(f"{text}: expected numeric value")
        elif found is not None and found.end() < len(text):
            self.faults.append(f"{text}: not completely converted")


def _spec(flags: str, sizes: tuple[str, str | None], kind: str) -> str:
    width, precision = sizes
    return f"%{flags}{width}{'' if precision is None or precision.startswith('-') else '.' + precision}{kind}"
