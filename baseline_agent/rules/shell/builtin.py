"""What a shell does itself, without a program: texts, statuses and questions about files."""

from typing import Final

from code_review_env.baseline_agent.rules.shell.parts import Literal, Opaque, text_of
from code_review_env.baseline_agent.rules.shell.script import Command
from code_review_env.baseline_agent.rules.shell.spelling import Style, Ways
from code_review_env.baseline_agent.rules.shell.words import merged

_FILE_TESTS: Final = {
    "-f": "os.path.isfile",
    "-d": "os.path.isdir",
    "-e": "os.path.exists",
    "-L": "os.path.islink",
    "-h": "os.path.islink",
    "-n": "",
    "-z": "not ",
}


def built_in(command: Command, given: Ways, style: Style) -> str:
    """What the shell does itself, "" for a program."""
    words = [word.literal() for word in command.words]
    match words:
        case ["true" | ":"]:
            return ended("true", "0", given, style)
        case ["false"]:
            return ended("false", "1", given, style)
        case ["exit", str(status)] if status.isdecimal():
            return ended("exit", status, given, style)
        case ["test", *_] | ["[", *_, "]"]:
            status = f"int(not {_condition(command, style)})"
            return ended("test", status, given, style)
    written = printed_text(command)
    return ended("echo", "0", given, style, written) if written and not command.redirects else ""


def ended(name: str, status: str, given: Ways, style: Style, written: str = "") -> str:
    """The answer of a builtin."""
    is_text = is_spoken(given)
    captured = "capture_output" in given, style.is_pipe(given.get("stdout"))
    if written and not any(captured):
        message = "a text that nobody collects"
        raise Opaque(message)
    nothing = '""' if is_text else 'b""'
    out = ((written if is_text else f"({written}).encode()") if written else nothing) if any(captured) else "None"
    err = nothing if captured[0] or style.is_pipe(given.get("stderr")) else "None"
    return f'{style.library}.CompletedProcess("{name}", {status}, {out}, {err})'


def _condition(command: Command, style: Style) -> str:
    words = command.words[1:-1] if command.program == "[" else command.words[1:]
    match [word.literal() for word in words]:
        case [str(test), _] if test in _FILE_TESTS:
            style.used.add("os")
            asked = text_of(words[1].parts)
            return f"{_FILE_TESTS[test]}({asked})"
        case [_, "=" | "==" | "!=" as operator, _]:
            return f"({text_of(words[0].parts)} {'!=' if operator == '!=' else '=='} {text_of(words[2].parts)})"
    message = "an unusual condition"
    raise Opaque(message)


def is_spoken(given: Ways) -> bool:
    """Whether the programs speak text."""
    return any(given.get(name) in {"True", "1"} for name in ("text", "universal_newlines")) or "encoding" in given


def printed_text(command: Command) -> str:
    """What `echo` or `printf` writes, as code; "" where it is something else."""
    words = command.words
    if command.program == "echo" and len(words) > 1 and not (words[1].literal() or "").startswith("-"):
        joined = [part for word in words[1:] for part in (Literal(" "), *word.parts)][1:]
        return text_of(merged([*joined, Literal("\n")]))
    form = words[1].literal() if len(words) == len(("printf", "%s", "text")) else None
    if command.program == "printf" and form in {"%s", "%s\\n"}:
        return text_of(merged([*words[2].parts, Literal("\n")] if form != "%s" else words[2].parts))
    return ""
