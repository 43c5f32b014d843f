"""Reads an expression for the text that it makes."""

import re
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import libcst as cst
import libcst.matchers as m

from code_review_env.baseline_agent.rules.shell.parts import Choice, Each, Literal, Many, Opaque, Part, Text, Value

Lookup = Callable[[str], "cst.BaseExpression | Text | None"]
"""What a name stands for: an expression to look into, a text, or None where it is a value like any other."""

_DEPTH: Final = 12
_FIELD: Final = re.compile(r"%(?:\((\w+)\))?([-#0 +]*(?:\*|\d+)?(?:\.(?:\*|\d+))?)([a-zA-Z%])")
_CLEANING: Final = frozenset({"replace", "strip", "rstrip", "lstrip", "translate"})


def code_of(node: cst.CSTNode) -> str:
    """The code of an expression on one line where that can be."""
    text = cst.Module([]).code_for_node(node)
    return re.sub(r"\s*\n\s*", " ", text) if "\n" in text and not _holds_long_text(node) else text


def _holds_long_text(node: cst.CSTNode) -> bool:
    return any("\n" in part.value for part in m.findall(node, m.SimpleString()) if isinstance(part, cst.SimpleString))


@dataclass(frozen=True)
class Reader:
    """Reads expressions of one place in a file.

    Attributes:
        look: what names stand for there.
        items: told the name of a list whose items are joined by blanks.
        call: the expression that a call of one of the file's functions amounts to.
    """

    look: Lookup
    items: Callable[[str], None]
    call: Callable[[cst.Call], "cst.BaseExpression | Text | None"]

    def read(self, node: cst.BaseExpression, depth: int = 0) -> Text:  # noqa: PLR0911 - one return for each form
        """The text that an expression makes.

        Raises:
            Opaque: it cannot be told.
        """
        if depth > _DEPTH:
            message = "names that stand for one another"
            raise Opaque(message)
        match node:
            case cst.SimpleString():
                return self._plain(node)
            case cst.ConcatenatedString(left=left, right=right):
                return self.read(left, depth + 1) + self.read(right, depth + 1)
            case cst.FormattedString(parts=parts):
                return tuple(piece for part in parts for piece in self._formatted(part, depth))
            case cst.BinaryOperation(left=left, operator=cst.Add(), right=right):
                return (*map(_known, self.read(left, depth + 1)), *map(_known, self.read(right, depth + 1)))
            case cst.BinaryOperation(left=left, operator=cst.Modulo(), right=right):
                return self._percent(self._constant(left, depth), right, depth)
            case cst.IfExp(test=test, body=body, orelse=other):
                return (Choice(code_of(test), self.read(body, depth + 1), self.read(other, depth + 1)),)
            case cst.Name(value=name):
                return self._named(node, self.look(name), depth)
            case cst.Call():
                return self._called(node, depth)
        return (Value(code_of(node)),)

    def _plain(self, node: cst.SimpleString) -> Text:
        value = node.evaluated_value
        if not isinstance(value, str):
            message = "bytes"
            raise Opaque(message)
        return (Literal(value),)

    def _formatted(self, part: cst.BaseFormattedStringContent, depth: int) -> Text:
        if isinstance(part, cst.FormattedStringText):
            return (Literal(_unescaped(part.value)),)
        if not isinstance(part, cst.FormattedStringExpression) or part.equal:
            message = "an unusual placeholder"
            raise Opaque(message)
        if part.format_spec or part.conversion:
            spec = "".join(cst.Module([]).code_for_node(one) for one in part.format_spec or ())
            value = (
                f"{part.conversion and {'r': 'repr', 's': 'str', 'a': 'ascii'}[part.conversion]}({code_of(part.expression)})"
            )
            value = value if part.conversion else code_of(part.expression)
            return (Value(f"format({value}, {spec!r})", known=True),)
        return self.read(part.expression, depth + 1)

    def _named(self, node: cst.Name, meaning: cst.BaseExpression | Text | None, depth: int) -> Text:
        if isinstance(meaning, tuple):
            return meaning
        return (Value(node.value),) if meaning is None else self.read(meaning, depth + 1)

    def _constant(self, node: cst.BaseExpression, depth: int) -> str:
        parts = self.read(node, depth + 1)
        if not all(isinstance(part, Literal) for part in parts):
            message = "a template that is made at run time"
            raise Opaque(message)
        return "".join(part.text for part in parts if isinstance(part, Literal))

    def _percent(self, template: str, right: cst.BaseExpression, depth: int) -> Text:
        items = [one.value for one in right.elements] if isinstance(right, cst.Tuple) else [right]
        keyed = _pairs(right) if isinstance(right, cst.Dict) else {}
        parts: list[Part] = []
        at = 0
        for match in _FIELD.finditer(template):
            parts.append(Literal(template[at : match.start()]))
            at = match.end()
            key, flags, kind = match.groups()
            if kind == "%":
                parts.append(Literal("%"))
                continue
            if not key and not items:
                message = "fewer values than placeholders"
                raise Opaque(message)
            value = keyed[key] if key else items.pop(0)
            parts += self.read(value, depth + 1) if kind == "s" and not flags else self._spelled(value, flags + kind)
        return (*parts, Literal(template[at:]))

    def _spelled(self, value: cst.BaseExpression, spec: str) -> Text:
        return (Value(f'"%{spec}" % ({code_of(value)},)', known=True),)

    def _called(self, node: cst.Call, depth: int) -> Text:  # noqa: PLR0911 - one return for each form
        match node:
            case cst.Call(func=cst.Attribute(value=owner, attr=cst.Name(value="format"))):
                return self._format(self._constant(owner, depth), node.args, depth)
            case cst.Call(func=cst.Attribute(value=owner, attr=cst.Name(value="join")), args=[cst.Arg(value=items)]):
                if code_of(owner) == "shlex":
                    return (Many(code_of(items)),)
                return self._joined(self._constant(owner, depth), items, depth)
            case cst.Call(func=cst.Name(value="str"), args=[cst.Arg(value=value)]):
                return tuple(_texted(part) for part in self.read(value, depth + 1))
            case cst.Call(func=cst.Attribute(value=owner, attr=cst.Name(value=name))) if name in _CLEANING:
                # Cleaning a command line of characters is what argument lists make needless.
                inner = self.read(owner, depth + 1)
                return (Value(code_of(node), known=True),) if _is_value(inner) and name != "replace" else inner
        if node.args and _is_quote(node.func):
            return (Value(code_of(node.args[0].value), quoted=True),)
        meaning = self.call(node)
        if isinstance(meaning, tuple):
            return meaning
        return (Value(code_of(node)),) if meaning is None else self.read(meaning, depth + 1)

    def _format(self, template: str, args: Sequence[cst.Arg], depth: int) -> Text:
        given = [one.value for one in args if one.keyword is None]
        named = {one.keyword.value: one.value for one in args if one.keyword}
        parts: list[Part] = []
        for at, (text, field, spec, conversion) in enumerate(string.Formatter().parse(template)):
            parts.append(Literal(text))
            if field is None:
                continue
            number = (
                int(field) if field.isdecimal() else sum(one[1] == "" for one in list(string.Formatter().parse(template))[:at])
            )
            value = given[number] if field == "" or field.isdecimal() else named.get(field)
            if value is None or conversion:
                message = "an unusual placeholder"
                raise Opaque(message)
            parts += [Value(f"format({code_of(value)}, {spec!r})", known=True)] if spec else self.read(value, depth + 1)
        return tuple(parts)

    def _joined(self, glue: str, items: cst.BaseExpression, depth: int) -> Text:
        match items:
            case cst.List(elements=elements) | cst.Tuple(elements=elements):
                parts: list[Part] = []
                for element in elements:
                    parts += [Literal(glue)] if parts else []
                    starred = isinstance(element, cst.StarredElement)
                    parts += [Many(code_of(element.value))] if starred else map(_known, self.read(element.value, depth + 1))
                return tuple(parts)
            case cst.GeneratorExp(elt=element, for_in=clauses) | cst.ListComp(elt=element, for_in=clauses):
                return (Each(self.read(element, depth + 1), code_of(clauses).strip(), glue),)
            case cst.Call(func=cst.Name(value="map"), args=[cst.Arg(value=function), cst.Arg(value=inner)]) if _is_quote(
                function
            ):
                return (Many(code_of(inner)),)
            case cst.Call(func=cst.Name(value="map"), args=[cst.Arg(value=cst.Name(value="str")), _]) if glue == " ":
                return (Many(code_of(items)),)
        if glue == " " and isinstance(items, cst.Name):
            self.items(items.value)
        if glue.strip(" ") or not glue:
            return (Value(f"{glue!r}.join({code_of(items)})", known=True),)
        return (Many(code_of(items)),)


def _known(part: Part) -> Part:
    """What is added to a text, or joined, is one."""
    return Value(part.code, known=True, quoted=part.quoted) if isinstance(part, Value) else part


def _is_quote(node: cst.BaseExpression) -> bool:
    return code_of(node) in {"shlex.quote", "quote", "pipes.quote"}


def _is_value(parts: Text) -> bool:
    return len(parts) == 1 and isinstance(parts[0], Value)


def _texted(part: Part) -> Part:
    return Value(part.as_text(), known=True) if isinstance(part, Value) and not part.quoted else part


def _pairs(node: cst.Dict) -> Mapping[str, cst.BaseExpression]:
    return {
        str(pair.key.evaluated_value): pair.value
        for pair in node.elements
        if isinstance(pair, cst.DictElement) and isinstance(pair.key, cst.SimpleString)
    }


def _unescaped(text: str) -> str:
    """The characters that a piece of an f-string means."""
    plain = text.replace("{{", "{").replace("}}", "}")
    quote = '"""' if '"""' not in plain and not plain.endswith('"') else "'''"
    value = cst.SimpleString(f"{quote}{plain}{quote}").evaluated_value
    return str(value)
