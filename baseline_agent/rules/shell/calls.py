"""A call that goes through a shell, written anew without one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import libcst as cst

from code_review_env.baseline_agent.rules.shell.builtin import is_spoken
from code_review_env.baseline_agent.rules.shell.parts import Opaque, Text
from code_review_env.baseline_agent.rules.shell.script import Command, Turn, elsewhere, script
from code_review_env.baseline_agent.rules.shell.spelling import Style, Ways, called, listed, ways_of
from code_review_env.baseline_agent.rules.shell.text import code_of
from code_review_env.baseline_agent.rules.shell.turns import (
    collects_errors,
    done_of,
    fed,
    settled,
    with_written,
    without_folder,
)


@dataclass(frozen=True)
class Site:
    """One call.

    Attributes:
        kind: `run`, `call`, `check_call`, `check_output`, `Popen`, `system`, `popen`, `getoutput`, `getstatusoutput`, or
            `own` for a function of the file that hands its argument to one of them.
        callee: the function's code.
        keywords: keyword arguments as code, without `shell`.
        rest: positional arguments behind the command, and unpacked ones, as code.
    """

    kind: str
    callee: str
    keywords: dict[str, str]
    rest: tuple[str, ...] = ()


def rewritten(site: Site, text: Text, style: Style) -> str:
    """The call without a shell.

    Raises:
        Opaque: the command line asks for what only a shell can do.
    """
    turns = script(text)
    code = _rewritten(turns, site, style)
    both = "capture_output" in site.keywords or all(style.is_pipe(site.keywords.get(name)) for name in ("stdout", "stderr"))
    if site.kind not in {"run", "own"} or not both or not elsewhere(turns) & style.reads:
        return code
    nothing = '""' if is_spoken(site.keywords) else 'b""'
    return called(style.helper("filled"), [code, nothing], {})


def _rewritten(turns: Sequence[Turn], site: Site, style: Style) -> str:
    turns, given = without_folder(settled(turns, site.keywords, style), site.keywords)
    if site.kind == "Popen" and len(turns) == 1:
        turns = [replace(turns[0], aside=False)]  # nobody waits anyway
    if len(turns) > 1 or turns[0].aside or not _is_plain(turns[0], given, style):
        return _whole(turns, replace(site, keywords=given), style)
    turn, given = with_written(turns[0], given)
    *before, last = (member for member in turn.pipe if isinstance(member, Command))
    given = fed(before, given, style) if before else given
    words = [listed(last, style), *site.rest]
    return _TOLD[site.kind](words, ways_of(last, given, style), site, style)


def _is_plain(turn: Turn, given: Ways, style: Style) -> bool:
    """Whether one call says it all: one program, or one that is fed by others and whose errors alone are wanted."""
    if not all(isinstance(member, Command) for member in turn.pipe):
        return False
    rest, given = with_written(turn, given)
    return len(rest.pipe) == 1 or not collects_errors(given, style)


def _whole(turns: Sequence[Turn], site: Site, style: Style) -> str:
    """Several programs: one answer for all of them, told as the call would tell it."""
    if site.rest or any(name.startswith("*") for name in site.keywords):
        message = "arguments by position or unpacked ones"
        raise Opaque(message)
    pipe = f"{style.library}.PIPE"
    extra = {
        "check_output": {"stdout": pipe},
        "getoutput": {"stdout": pipe, "stderr": f"{style.library}.STDOUT", "text": "True"},
        "getstatusoutput": {"stdout": pipe, "stderr": f"{style.library}.STDOUT", "text": "True"},
    }
    if site.kind not in {"own", "run", "call", "check_call", "system", *extra}:
        message = "several programs where one is expected"
        raise Opaque(message)
    check = site.keywords.get("check", "True" if site.kind in {"check_call", "check_output"} else "")
    given = {name: value for name, value in site.keywords.items() if name != "check"} | extra.get(site.kind, {})
    code = done_of(turns, given, replace(style, own=site.callee) if site.kind == "own" else style)
    code = f"{code[:-1]}, check={check})" if check not in {"", "False"} else code
    return _TELL[site.kind].format(code=code, pair=style.helper("pair") if site.kind == "getstatusoutput" else "")


_TELL: Final = {
    "own": "{code}",
    "run": "{code}",
    "call": "{code}.returncode",
    "check_call": "{code}.returncode",
    "check_output": "{code}.stdout",
    "system": "({code}.returncode << 8)",
    "getoutput": '{code}.stdout.removesuffix("\\n")',
    "getstatusoutput": "{pair}({code})",
}
"""What a call makes of the answer."""


def _own(words: list[str], given: Ways, site: Site, style: Style) -> str:
    del style
    return called(site.callee, words, given)


def _run(words: list[str], given: Ways, site: Site, style: Style) -> str:
    return called(style.run() if style.lenient else site.callee, words, given)


def _status(words: list[str], given: Ways, site: Site, style: Style) -> str:
    return f"{called(style.run(), words, given)}.returncode" if style.lenient else called(site.callee, words, given)


def _checked(words: list[str], given: Ways, site: Site, style: Style) -> str:
    if not style.lenient:
        return called(site.callee, words, given)
    return f"{called(style.run(), words, {**given, 'check': 'True'})}.returncode"


def _output(words: list[str], given: Ways, site: Site, style: Style) -> str:
    if not style.lenient:
        return called(site.callee, words, given)
    return f"{called(style.run(), words, {**given, 'stdout': f'{style.library}.PIPE', 'check': 'True'})}.stdout"


def _system(words: list[str], given: Ways, site: Site, style: Style) -> str:
    del site
    return f"({called(style.run(), words, given)}.returncode << 8)"


def _popen(words: list[str], given: Ways, site: Site, style: Style) -> str:
    del site
    pipe = {**given, "stdin": f"{style.library}.DEVNULL", "stdout": f"{style.library}.PIPE", "text": "True"}
    return f"{called(f'{style.library}.Popen', words, pipe)}.stdout"


def _told_output(words: list[str], given: Ways, site: Site, style: Style) -> str:
    del site
    both = {"stderr": f"{style.library}.STDOUT", **given, "stdout": f"{style.library}.PIPE", "text": "True"}
    return f'{called(style.run(), words, both)}.stdout.removesuffix("\\n")'


def _told_pair(words: list[str], given: Ways, site: Site, style: Style) -> str:
    del site
    both = {"stderr": f"{style.library}.STDOUT", **given, "stdout": f"{style.library}.PIPE", "text": "True"}
    return f"{style.helper('pair')}({called(style.run(), words, both)})"


_TOLD: Final = {
    "run": _run,
    "call": _status,
    "check_call": _checked,
    "check_output": _output,
    "Popen": _own,
    "own": _own,
    "system": _system,
    "popen": _popen,
    "getoutput": _told_output,
    "getstatusoutput": _told_pair,
}


def site_of(call: cst.Call, kind: str) -> Site:
    """The parts of a call; its first argument, or `args`, is the command.

    Raises:
        Opaque: the command is unpacked.
    """
    rest = tuple(code_of(one.value) for one in call.args[1:] if one.keyword is None and not one.star)
    named = {
        one.keyword.value: code_of(one.value)
        for one in call.args
        if one.keyword and one.keyword.value not in {"shell", "args", "executable"}
    }
    named |= {f"{one.star}{at}": f"{one.star}{code_of(one.value)}" for at, one in enumerate(call.args) if one.star}
    return Site(kind, code_of(call.func), named, rest)
