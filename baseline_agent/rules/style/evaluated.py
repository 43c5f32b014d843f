"""Imports that only a text uses: `eval("math.sqrt(2)")` needs `math`, though no linter sees it."""

import re
from collections.abc import Iterable

import libcst as cst
import libcst.matchers as m

from code_review_env.baseline_agent.rules.style.linter import Found


def kept_for_text(source: str, found: Iterable[Found]) -> str:
    """Evaluated texts are handed the imports that nothing else uses and that a text of the file names."""
    unused = {match[1] for one in found if one.rule == "F401" and (match := re.match(r"`(?:\w+\.)*(\w+)`", one.message))}
    if not unused or not re.search(r"\beval\(", source):
        return source
    module = cst.parse_module(source)
    texts = [node.value for node in m.findall(module, m.SimpleString() | m.FormattedStringText()) if hasattr(node, "value")]
    named = sorted(name for name in unused if any(re.search(rf"\b{name}\b", str(text)) for text in texts))
    return module.visit(_Handed(named)).code if named else source


class _Handed(cst.CSTTransformer):
    def __init__(self, names: list[str]) -> None:
        super().__init__()
        self._names = names

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:
        """The names stand in front of the globals of the evaluation."""
        if not m.matches(original_node, m.Call(func=m.Name("eval"), args=[m.Arg()])):
            return updated_node
        extra = ", ".join(f'"{name}": {name}' for name in self._names)
        scope = [cst.Arg(cst.parse_expression(text)) for text in (f"globals() | {{{extra}}}", "locals()")]
        return updated_node.with_changes(args=[*updated_node.args, *scope])
