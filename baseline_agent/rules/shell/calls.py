"""A call that goes through a shell, written anew without one."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import libcst as cst

from code_review_env.baseline_agent.rules.shell.emit import argv, keywords
from code_review_env.baseline_agent.rules.shell.parts import Literal, Opaque, Text, text_of
from code_review_env.baseline_agent.rules.shell.text import code_of
from code_review_env.baseline_agent.rules.shell.words import Command, Word, script

MISSING: Final = '''
def {name}(argv, *, check=False, **{rest}):
    """Run a program; one that does not exist ends with 127, as it does in a shell."""
    try:
        done = {library}.run(argv, check=False, **{rest})
    except FileNotFoundError as error:
        if error.filename != argv[0]:
            raise
        is_text = {rest}.get("text") or {rest}.get("universal_newlines")
        nothing = "" if is_text else b""
        kept = {library}.PIPE, {rest}.get("capture_output")
        out = nothing if kept[1] or {rest}.get("stdout") == kept[0] else None
        err = nothing if kept[1] or {rest}.get("stderr") == kept[0] else None
        done = {library}.CompletedProcess(argv, 127, out, err)
    if check:
        done.check_returncode()
    return done
'''
"""What takes the place of `subprocess.run` where the code goes on after a missing program."""


TURNS: Final = '''
def {name}(run, commands, *, stop=True, **{rest}):
    """Run programs one after the other until one fails; the answer is that of the last, with all that was printed."""
    done = run(commands[0], **{rest})
    for argv in commands[1:]:
        if done.returncode and stop:
            break
        before, done = done, run(argv, **{rest})
        if before.stdout is not None:
            done.stdout = before.stdout + done.stdout
        if before.stderr is not None:
            done.stderr = before.stderr + done.stderr
    return done
'''
"""What takes the place of `a && b`, and of `a; b`."""


@dataclass
class Style:
    """How new calls are spelled.

    Attributes:
        library: name of subprocess in the file.
        runner: name of the function that knows of status 127; "" where a missing program may raise.
        turns: name of the function that runs programs in turn.
        used: names that the new code needs: `runner`, `turns`, `os`, `glob`, `shlex`.
    """

    library: str
    runner: str
    turns: str = "run_each"
    used: set[str] = field(default_factory=set)

    def run(self) -> str:
        """The function to call."""
        if self.runner:
            self.used.add("runner")
            return self.runner
        return f"{self.library}.run"


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
    commands, operators = script(text)
    commands, operators, site = _prepared(commands, operators, site)
    if operators and set(operators) == {"|"}:
        site = _piped(commands[:-1], site, style)
        commands, operators = commands[-1:], []
    if operators:
        return _in_turn(commands, operators, site, style)
    return _one(commands[0], site, style)


def _prepared(commands: list[Command], operators: list[str], site: Site) -> tuple[list[Command], list[str], Site]:
    """Without what the call itself can say: the folder, what is written to standard input."""
    if operators[:1] in (["&&"], [";"]) and len(commands[0].words) == len(("cd", "folder")) and _program(commands[0]) == "cd":
        site = replace(site, keywords={**site.keywords, "cwd": text_of(commands[0].words[1].parts)})
        commands, operators = commands[1:], operators[1:]
    if operators[:1] == ["|"] and (written := _written(commands[0])):
        is_text = any(site.keywords.get(name) in {"True", "1"} for name in ("text", "universal_newlines"))
        site = replace(site, keywords={**site.keywords, "input": written if is_text else f"({written}).encode()"})
        commands, operators = commands[1:], operators[1:]
    return commands, operators, site


def _program(command: Command) -> str | None:
    return command.words[0].literal()


def _written(command: Command) -> str:
    """What `echo` or `printf` writes, as code; "" where it is something else."""
    words = command.words
    line = Literal("\n")
    if _program(command) == "echo" and len(words) > 1 and not command.redirects and words[1].literal() != "-n":
        parts = [part for word in words[1:] for part in (Literal(" "), *word.parts)][1:]
        return (
            text_of(Word([*parts, line]).parts)
            if isinstance(parts[-1], Literal) is False
            else text_of(_merged([*parts, line]))
        )
    form = words[1].literal() if len(words) == len(("printf", "%s", "text")) else None
    if _program(command) == "printf" and form in {"%s", "%s\\n"}:
        return text_of(_merged([*words[2].parts, line] if form != "%s" else words[2].parts))
    return ""


def _merged(parts: Sequence[object]) -> list[Literal]:
    word = Word()
    for part in parts:
        word.add(part)  # type: ignore[arg-type]
    return word.parts  # type: ignore[return-value]


def _piped(before: Sequence[Command], site: Site, style: Style) -> Site:
    """The last program of a pipe reads what the others print."""
    spoken: dict[str, str] = {
        name: site.keywords[name] for name in ("text", "universal_newlines", "encoding", "cwd", "env") if name in site.keywords
    }
    source = {name: value for name, value in site.keywords.items() if name in {"input", "stdin"}}
    for command in before:
        given = keywords(command, {**spoken, **source, "stdout": f"{style.library}.PIPE"}, style.library)
        output = f"{_call(style.run(), [_listed(command, style)], given)}.stdout"
        source = {"input": output}
    rest = {name: value for name, value in site.keywords.items() if name not in {"input", "stdin"}}
    return replace(site, keywords={**rest, **source})


def _in_turn(commands: Sequence[Command], operators: Sequence[str], site: Site, style: Style) -> str:
    """Programs one after the other, by a function that puts together what they print."""
    settings = [keywords(command, site.keywords, style.library) for command in commands]
    if len(set(operators)) > 1 or not {*operators} <= {"&&", ";"} or any(one != settings[0] for one in settings):
        message = "commands that depend on one another in other ways"
        raise Opaque(message)
    style.used.add("turns")
    callee = site.callee if site.kind == "own" else style.run()
    listed = f"[{', '.join(_listed(command, style) for command in commands)}]"
    ways = {**settings[0], **({"stop": "False"} if operators[0] == ";" else {})}
    turns = replace(site, kind="own", callee=style.turns)
    if site.kind == "check_output":
        ways |= {"stdout": f"{style.library}.PIPE", "check": "True"}
    code = _own([callee, listed], ways, turns, style)
    return code + {"call": ".returncode", "check_output": ".stdout"}.get(site.kind, "")


def _listed(command: Command, style: Style) -> str:
    code = argv(command.words)
    style.used |= {name for name in ("os", "glob") if f"{name}." in code}
    return code


def _one(command: Command, site: Site, style: Style) -> str:
    given = keywords(command, site.keywords, style.library)
    style.used |= {name for name in ("os", "glob") if any(f"{name}." in value for value in given.values())}
    words = [_listed(command, style), *site.rest]
    return _TOLD[site.kind](words, given, site, style)


def _own(words: list[str], given: dict[str, str], site: Site, style: Style) -> str:
    del style
    return _call(site.callee, words, given)


def _run(words: list[str], given: dict[str, str], site: Site, style: Style) -> str:
    return _call(style.run() if style.runner else site.callee, words, given)


def _status(words: list[str], given: dict[str, str], site: Site, style: Style) -> str:
    return f"{_call(style.run(), words, given)}.returncode" if style.runner else _call(site.callee, words, given)


def _checked(words: list[str], given: dict[str, str], site: Site, style: Style) -> str:
    if not style.runner:
        return _call(site.callee, words, given)
    return f"{_call(style.run(), words, {**given, 'check': 'True'})}.returncode"


def _output(words: list[str], given: dict[str, str], site: Site, style: Style) -> str:
    if not style.runner:
        return _call(site.callee, words, given)
    return f"{_call(style.run(), words, {**given, 'stdout': f'{style.library}.PIPE', 'check': 'True'})}.stdout"


def _system(words: list[str], given: dict[str, str], site: Site, style: Style) -> str:
    del site
    return f"({_call(style.run(), words, given)}.returncode << 8)"


def _popen(words: list[str], given: dict[str, str], site: Site, style: Style) -> str:
    del site
    pipe = {**given, "stdin": f"{style.library}.DEVNULL", "stdout": f"{style.library}.PIPE", "text": "True"}
    return f"{_call(f'{style.library}.Popen', words, pipe)}.stdout"


def _told_output(words: list[str], given: dict[str, str], site: Site, style: Style) -> str:
    del site
    both = {"stderr": f"{style.library}.STDOUT", **given, "stdout": f"{style.library}.PIPE", "text": "True"}
    return f'{_call(style.run(), words, both)}.stdout.removesuffix("\\n")'


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
}


def _call(callee: str, words: Sequence[str], given: dict[str, str]) -> str:
    named = [value if name.startswith("*") else f"{name}={value}" for name, value in given.items()]
    return f"{callee}({', '.join([*words, *named])})"


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
