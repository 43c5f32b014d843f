"""Is one observed call the same behaviour as the reference's? Pure; expected values never leave this process."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from code_review_env.env.sandbox import codec
from code_review_env.env.sandbox.program import Outcome, Spawn

SHELLS: Final = frozenset({"sh", "bash", "dash"})
METACHARACTERS: Final = frozenset(";&|$`<>(){}[]*?~#!'\"\\\n\t ")
"""A payload that holds one of these may be refused with ValueError instead of being passed on."""


def same(expected: Outcome, got: Outcome, *, exact_floats: bool) -> bool:
    """Whether `got` shows the behaviour of `expected`: result, arguments afterwards, output, processes, files."""
    return (
        got.kind == expected.kind != "lost"
        and _same_result(expected, got, exact_floats=exact_floats)
        and codec.equal(expected.args_after, got.args_after, exact_floats=exact_floats)
        and got.stdout == expected.stdout
        and same_spawns(expected.processes.spawns, got.processes.spawns)
        and got.processes.files == expected.processes.files
    )


def _same_result(expected: Outcome, got: Outcome, *, exact_floats: bool) -> bool:
    if expected.kind == "value":
        return codec.equal(expected.value, got.value, exact_floats=exact_floats)
    # The interpreter's own wording may change with an honest rewrite; the wording of the source's `raise` may not.
    same_message = got.message == expected.message if expected.raised_by_source else True
    same_fields = expected.fields is None or codec.equal(expected.fields, got.fields, exact_floats=exact_floats)
    return got.error == expected.error and same_message and same_fields


def same_spawns(expected: Sequence[Spawn], got: Sequence[Spawn]) -> bool:
    """Whether the same programs were started in the same order; shells themselves are judged by the quality half."""
    wanted, seen = _programs(expected), _programs(got)
    return len(wanted) == len(seen) and all(_same_spawn(one, other) for one, other in zip(wanted, seen, strict=True))


def _programs(spawns: Sequence[Spawn]) -> list[Spawn]:
    return [spawn for spawn in spawns if spawn.exe.rpartition("/")[2] not in SHELLS]


def _same_spawn(expected: Spawn, got: Spawn) -> bool:
    if got == expected:
        return True
    # argv[0] may be spelled as a name or a path; the resolved executable decides, or the name where nothing resolves.
    program = got.exe == expected.exe and (expected.exe != "" or got.argv[:1] == expected.argv[:1])
    surroundings = replace(got, argv=(), via="py") == replace(expected, argv=(), via="py")
    return program and surroundings and _same_arguments(expected.argv[1:], got.argv[1:])


def _same_arguments(expected: tuple[str, ...], got: tuple[str, ...]) -> bool:
    if got == expected:
        return True
    # An added `--` before the operands is a hardening, not a change of behaviour.
    return any(argument == "--" and got[:at] + got[at + 1 :] == expected for at, argument in enumerate(got))


def refuses_payload(got: Outcome, texts: Sequence[str]) -> bool:
    """Whether the call refused a payload with ValueError before any process started, which is as good as passing it on.

    Args:
        got: the observed call.
        texts: all strings among the call's arguments.
    """
    hostile = any(METACHARACTERS.intersection(text) for text in texts)
    return hostile and got.error == "builtins.ValueError" and not got.processes.spawns and not got.processes.shell


def names_missing(got: Outcome, missing: frozenset[str]) -> bool:
    """Whether the call raised FileNotFoundError for one of the programs that do not exist."""
    if got.error != "builtins.FileNotFoundError":
        return False
    return any(codec.equal(codec.encode(name), filename_of(got), exact_floats=True) for name in missing)


def filename_of(got: Outcome) -> object:
    """The `filename` attribute of the exception as a tree, or None."""
    match got.fields:
        case ["d", "errno", _, "filename", name]:
            return name
    return None
