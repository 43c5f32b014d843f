"""Pipes, turns and commands inside commands as calls that give a `CompletedProcess`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from code_review_env.baseline_agent.rules.shell.builtin import built_in, ended, is_spoken, printed_text
from code_review_env.baseline_agent.rules.shell.parts import Inner, Many, Opaque, Part, Value, text_of
from code_review_env.baseline_agent.rules.shell.script import Command, Group, Turn, script, ungrouped
from code_review_env.baseline_agent.rules.shell.spelling import Style, Ways, called, listed, ways_of
from code_review_env.baseline_agent.rules.shell.words import Word

_SPOKEN: Final = ("text", "universal_newlines", "encoding", "errors", "cwd", "env")
"""Keyword arguments that hold for each program of a command line."""


def settled(turns: Sequence[Turn], given: Ways, style: Style) -> list[Turn]:
    """The turns with commands inside commands as values."""
    return [replace(turn, pipe=[_settled(member, given, style) for member in turn.pipe]) for turn in turns]


def _settled(member: Command | Group, given: Ways, style: Style) -> Command | Group:
    redirects = [(number, operator, _plain(target, given, style)) for number, operator, target in member.redirects]
    if isinstance(member, Group):
        return Group(settled(member.turns, given, style), redirects)
    words = [_plain(word, given, style) for word in member.words]
    environment = [(name, _plain(word, given, style)) for name, word in member.environment]
    return Command(words, environment, redirects)


def _plain(word: Word, given: Ways, style: Style) -> Word:
    if not any(isinstance(part, Inner) for part in word.parts):
        return word
    parts = [_printed(part, given, style, alone=len(word.parts) == 1) for part in word.parts]
    return Word(parts, word.glob, word.quoted)


def _printed(part: Part, given: Ways, style: Style, *, alone: bool) -> Part:
    """What the command inside prints: its words where it stands alone and bare, else without the end of its last line."""
    if not isinstance(part, Inner):
        return part
    kept: dict[str, str] = {name: given[name] for name in ("cwd", "env") if name in given}
    code = done_of(script(part.text), {**kept, "stdout": f"{style.library}.PIPE", "text": "True"}, style)
    if alone and not part.quoted:
        return Many(f"{code}.stdout.split()")
    return Value(f'{code}.stdout.rstrip("\\n")', known=True)


def done_of(turns: Sequence[Turn], given: Ways, style: Style) -> str:
    """A call for all turns.

    Args:
        turns: of a command line.
        given: keyword arguments of `run`, without `check`.
        style: how it is spelled.

    Raises:
        Opaque: something only a shell can do.
    """
    turns, given = without_folder(settled(turns, given, style), given)
    starts: list[tuple[str, str]] = []
    for turn in turns:
        builtin = turn.pipe[0].program if isinstance(turn.pipe[0], Command) and len(turn.pipe) == 1 else None
        if builtin in {"cd", "set", "export"}:
            message = "a setting for the commands behind it"
            raise Opaque(message)
        if builtin == "exit" and turn is not turns[-1]:
            message = "an end in the middle"
            raise Opaque(message)
        starts.append((turn.when, _turn(turn, given, style)))
        given = {name: value for name, value in given.items() if name != "input"}
    if len(starts) == 1:
        return starts[0][1]
    others = [f'("{when}", lambda: {code})' for when, code in starts[1:]]
    return f"{style.helper('turns')}(lambda: {starts[0][1]}, {', '.join(others)})"


def without_folder(turns: Sequence[Turn], given: Ways) -> tuple[list[Turn], Ways]:
    """Without the `cd` at the beginning, which a keyword argument says; `cd a || exit` is the same before what follows."""
    turns = list(turns)
    while len(turns) > 1 and _is_cd(turns[0]) and turns[1].when in {"&&", ";"}:
        first = turns.pop(0).pipe[0]
        given = {**given, "cwd": text_of(first.words[1].parts)} if isinstance(first, Command) else given
    return turns, given


def _is_cd(turn: Turn) -> bool:
    (first, *others) = turn.pipe
    return (
        isinstance(first, Command)
        and not others
        and not turn.aside
        and first.program == "cd"
        and len(first.words) == len(("cd", "folder"))
    )


def _turn(turn: Turn, given: Ways, style: Style) -> str:
    if turn.aside:
        return _aside(turn, given, style)
    if len(turn.pipe) > 1:
        return piped(turn.pipe, given, style)
    (member,) = turn.pipe
    if isinstance(member, Group):
        return done_of(ungrouped(member), given, style)
    return built_in(member, given, style) or called(style.run(), [listed(member, style)], ways_of(member, given, style))


def _aside(turn: Turn, given: Ways, style: Style) -> str:
    """A start without waiting; where the output is collected, its end is waited for as before."""
    (member, *others) = turn.pipe
    if others or isinstance(member, Group):
        message = "several programs in the background"
        raise Opaque(message)
    ways = ways_of(member, given, style)
    if "capture_output" in ways or any(style.is_pipe(ways.get(name)) for name in ("stdout", "stderr")):
        started = called(style.run(), [listed(member, style)], ways)
        return f'{style.helper("turns")}(lambda: {started}, (";", lambda: {ended("true", "0", given, style)}))'
    ways = {name: value for name, value in ways.items() if name not in {"timeout", "input"}}
    return called(style.helper("aside"), [listed(member, style)], ways)


def with_written(turn: Turn, given: Ways) -> tuple[Turn, Ways]:
    """Without the `echo` at the beginning of a pipe, whose text is the input of the rest."""
    first = turn.pipe[0]
    written = printed_text(first) if len(turn.pipe) > 1 and isinstance(first, Command) and not first.redirects else ""
    if not written:
        return turn, given
    return replace(turn, pipe=turn.pipe[1:]), {**given, "input": written if is_spoken(given) else f"({written}).encode()"}


def piped(pipe: Sequence[Command | Group], given: Ways, style: Style) -> str:
    """A pipe; the answer is that of its last program."""
    turn, given = with_written(Turn(";", list(pipe)), given)
    members = [member for member in turn.pipe if isinstance(member, Command)]
    if len(members) < len(turn.pipe):
        message = "brackets in a pipe"
        raise Opaque(message)
    *before, last = members
    if before and collects_errors(given, style):
        return _joined(members, given, style)
    given = fed(before, given, style)
    return called(style.run(), [listed(last, style)], ways_of(last, given, style))


def collects_errors(given: Ways, style: Style) -> bool:
    """Whether what the programs complain is wanted."""
    errors = given.get("stderr")
    return "capture_output" in given or style.is_pipe(errors) or errors in {f"{style.library}.STDOUT", "STDOUT"}


def _joined(members: Sequence[Command], given: Ways, style: Style) -> str:
    """By a function that also puts together what the programs complained."""
    if given.get("capture_output") == "True":
        given = {name: value for name, value in given.items() if name != "capture_output"}
        given |= dict.fromkeys(("stdout", "stderr"), f"{style.library}.PIPE")
    programs = []
    for member in members:
        ways = ways_of(member, {"env": given["env"]} if "env" in given and member.environment else {}, style)
        own = ", ".join(f'"{name}": {value}' for name, value in ways.items())
        programs.append(f"({listed(member, style)}, {{{own}}})")
    return called(style.helper("pipe"), [style.run(), *programs], given)


def fed(before: Sequence[Command], given: Ways, style: Style) -> Ways:
    """Keyword arguments of the last program of a pipe, which reads what those before it print."""
    spoken: dict[str, str] = {name: given[name] for name in _SPOKEN if name in given}
    source = {name: value for name, value in given.items() if name in {"input", "stdin"}}
    for command in before:
        ways = ways_of(command, {**spoken, **source, "stdout": f"{style.library}.PIPE"}, style)
        source = {"input": f"{called(style.run(), [listed(command, style)], ways)}.stdout"}
    return {**{name: value for name, value in given.items() if name not in {"input", "stdin"}}, **source}
