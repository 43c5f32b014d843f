"""The judgement of payload runs, tried on real processes: /bin/sh and stub tools that write down what reaches them."""

import itertools
import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from code_review_env.env.sandbox import codec
from code_review_env.env.sandbox.program import Outcome, Processes, Spawn
from code_review_env.env.scoring.compare import same
from code_review_env.env.scoring.template import ROLES, calls, decided, expected, expressible, faithful
from code_review_env.tasks.marker import PayloadCase, payload_cases
from code_review_env.tasks.payloads import HARMLESS, INJECTIONS
from code_review_env.tasks.task import Case

STUB = """#!/bin/sh
{ printf '%s\\0' "${0##*/}" "$@"; printf '\\1'; case "$0" in *mail) cat;; esac; printf '\\2'; } >> "$LOG"
case "$0" in *sh) exec /bin/sh "$@";; esac
"""
Function = Callable[..., object]
Observe = Callable[[Function, Case], Outcome]


@pytest.fixture
def observe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Observe:
    """Calls a function in a folder where the tools are stubs, and tells what it did."""
    for name in ("grep", "tar", "mail", "sh"):
        stub = tmp_path / name
        stub.write_text(STUB)
        stub.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.defpath}")
    monkeypatch.chdir(tmp_path)
    logs = (tmp_path / f"log{number}" for number in itertools.count())

    def observed(function: Function, case: Case) -> Outcome:
        log = next(logs)
        monkeypatch.setenv("LOG", str(log))
        try:
            value = function(*case.args, **case.kwargs)
        except ValueError as error:
            fault = Outcome("raise", error="builtins.ValueError", message=str(error), raised_by_source=True)
            return replace(fault, processes=Processes(tuple(spawns(log))))
        return Outcome("value", value=codec.encode(value), processes=Processes(tuple(spawns(log))))

    return observed


def spawns(log: Path) -> Iterator[Spawn]:
    """What the stubs wrote down."""
    text = log.read_bytes().decode() if log.exists() else ""
    for entry in text.split("\2")[:-1]:
        argv, _, stdin = entry.partition("\0\1")
        names = argv.split("\0")
        yield Spawn(tuple(names), f"/bin/{names[0]}", "/", (), stdin, "py" if names[0] == "sh" else "sh")


def run(command: str | list[str], text: str | None = None) -> None:
    """Runs a command line, or an argument list, quietly."""
    argv = ["sh", "-c", command] if isinstance(command, str) else command
    subprocess.run(argv, input=text or "", text=True, capture_output=True, check=False)


def bare(word: str, path: str) -> object:
    """Outside quotes."""
    return run(f"grep -c {word} {path}")


def bare_safe(word: str, path: str) -> object:
    """The repair of `bare`."""
    return run(["grep", "-c", word, path])


def quoted(word: str, path: str) -> object:
    """In quotes of both kinds, and returned."""
    run(f"grep '{word}' \"{path}\"")
    return [word, path]


def quoted_safe(word: str, path: str) -> object:
    """The repair of `quoted`."""
    run(["grep", word, path])
    return [word, path]


def listed(word: str, path: str) -> object:
    """Sorted, lowered and joined."""
    return run("tar -cf out " + " ".join(sorted([word.lower(), path])))


def listed_safe(word: str, path: str) -> object:
    """The repair of `listed`."""
    return run(["tar", "-cf", "out", *sorted([word.lower(), path])])


def words(word: str, path: str) -> object:
    """Split into words, stripped, and counted."""
    for part in word.split():
        run(f"grep {part} {path.strip()}")
    return path.replace(" ", "_")


def words_safe(word: str, path: str) -> object:
    """The repair of `words`."""
    for part in word.split():
        run(["grep", part, path.strip()])
    return path.replace(" ", "_")


def checked(word: str, path: str) -> object:
    """Refuses some texts by itself."""
    if word.startswith("-") or "*" in word:
        message = f"bad: {word} {path}"
        raise ValueError(message)
    return run(f"grep {word} {path}")


def checked_safe(word: str, path: str) -> object:
    """The repair of `checked`."""
    if word.startswith("-") or "*" in word:
        message = f"bad: {word} {path}"
        raise ValueError(message)
    return run(["grep", word, path])


def piped(word: str, path: str) -> object:
    """Through the shell's own echo, which reads backslashes."""
    return run(f"echo {word} | mail -s {path}")


def piped_safe(word: str, path: str) -> object:
    """The repair of `piped`."""
    return run(["mail", "-s", path], text=f"{word}\n")


def measured(word: str, path: str) -> object:
    """Looks at the length of a text."""
    return run(f"grep {word[:3]} {path}")


def measured_safe(word: str, path: str) -> object:
    """The repair of `measured`."""
    return run(["grep", word[:3], path])


def judged(observe: Observe, messy: Function) -> list[tuple[PayloadCase, Outcome | None]]:
    """Each payload in the first argument, with what the messy function's runs say about it."""
    found = payload_cases("", [Case(("az", "log.txt"))], INJECTIONS + HARMLESS)
    cases = [case for case in found if case.numbers == (0,)]
    known: dict[str, Outcome] = {}

    def once(case: Case) -> Outcome:
        call = case.call("")
        known[call] = known.get(call) or observe(messy, case)
        return known[call]

    rows = zip(*calls(cases), strict=True)
    runs = [dict(zip(ROLES, map(once, row), strict=True)) for row in rows]
    return [(case, decided(case, one)) for case, one in zip(cases, runs, strict=True)]


@pytest.mark.parametrize(
    ("messy", "safe", "least"),
    [
        (bare, bare_safe, 30),
        (quoted, quoted_safe, 20),
        (listed, listed_safe, 15),
        (words, words_safe, 15),
        (checked, checked_safe, 30),
        (piped, piped_safe, 15),
        (measured, measured_safe, 0),
    ],
)
def test_an_honest_repair_is_never_failed(observe: Observe, messy: Function, safe: Function, least: int) -> None:
    """Whatever the runs of the messy function decide, its repair does; and enough payloads are decided."""
    found = [(case, must) for case, must in judged(observe, messy) if must is not None]
    failed = [case.case.args for case, must in found if not same(must, observe(safe, case.case), exact_floats=False)]
    assert failed == []
    assert len(found) >= least


def test_the_messy_source_fails_on_its_own_payloads(observe: Observe) -> None:
    """Every injection shows: the original is not right on a single one of them."""
    found = [(case, must) for case, must in judged(observe, bare) if must is not None and case.payload.meta]
    assert [case.case.args for case, must in found if same(must, observe(bare, case.case), exact_floats=False)] == []
    assert len(found) == len(INJECTIONS)


def test_a_cleaner_is_no_repair(observe: Observe) -> None:
    """Splitting the command line on blanks fails wherever a payload has a blank."""

    def split(word: str, path: str) -> object:
        return run(f"grep -c {word} {path}".split())

    found = [(case, must) for case, must in judged(observe, bare) if must is not None and " " in case.payload.text]
    assert not any(same(must, observe(split, case.case), exact_floats=False) for case, must in found)


def test_a_refusal_of_the_source_itself_is_expected(observe: Observe) -> None:
    """A check that the original makes before it starts anything must stay."""
    found = {case.case.args: must for case, must in judged(observe, checked)}
    must = found["-naz", "log.txt"]
    assert must is not None
    assert (must.kind, must.message) == ("raise", "bad: -naz log.txt")


TEMPLATE = Outcome(
    "value",
    value=["d", "path", ["p", "posix", "amk0qb"], "raw", ["y", b"<amk0qb>".hex()], "set", ["S", "amk0qb", "b"]],
    message="no amk0qb",
    fields={"output": "amk1qc"},
    args_after=["l", "amk0qb", 7, ["f", "0x1p+0"]],
    stdout="amk0qb\n",
    processes=Processes(
        spawns=(Spawn(("tar", "amk0qb"), "/bin/tar", "/", (("LANG", "amk1qc"), ("X", None)), "in amk0qb", "sh"),),
        files=(("amk0qb.log", "amk1qc"), ("gone", None)),
    ),
)


def test_markers_are_replaced_everywhere() -> None:
    """Value, message, fields, arguments, output, processes and files hold the literal text of their own leaf."""
    found = expected(TEMPLATE, "mk", {0: "z;", 1: ""})
    assert found.value == ["d", "path", ["p", "posix", "az;b"], "raw", ["y", b"<az;b>".hex()], "set", ["S", "az;b", "b"]]
    assert (found.message, found.fields, found.stdout) == ("no az;b", {"output": "ac"}, "az;b\n")
    assert found.args_after == ["l", "az;b", 7, ["f", "0x1p+0"]]
    (spawn,) = found.processes.spawns
    assert (spawn.argv, spawn.env, spawn.stdin) == (("tar", "az;b"), (("LANG", "ac"), ("X", None)), "in az;b")
    assert found.processes.files == (("az;b.log", "ac"), ("gone", None))


def test_a_set_is_sorted_again() -> None:
    """Members of a set stand in the order of their new spelling."""
    assert expected(Outcome("value", value=["S", "amk0q", "b"]), "mk", {0: "c"}).value == ["S", "ac", "b"]
    assert expected(Outcome("value", value=["S", "b", "mk0q"]), "mk", {0: "a"}).value == ["S", "a", "b"]


def test_the_marked_run_must_be_the_plain_run() -> None:
    """Other processes, another count or a lost marker make the template useless."""
    plain = expected(TEMPLATE, "mk", {0: "", 1: ""})
    assert faithful(TEMPLATE, plain, "mk", {0: "", 1: ""})
    assert not faithful(TEMPLATE, replace(plain, value=3), "mk", {0: "", 1: ""})
    assert not faithful(TEMPLATE, replace(plain, processes=Processes()), "mk", {0: "", 1: ""})


def test_a_payload_that_would_be_a_path_of_its_own_is_left_out() -> None:
    """Empty file names and folders that do not exist are no matter of quoting; neither is the choice of the program."""
    assert expressible(TEMPLATE, "mk", {0: "; x"})
    assert not expressible(TEMPLATE, "mk", {0: ""})
    assert not expressible(TEMPLATE, "mk", {0: "~/"})
    chosen = Spawn(("amk0qb",), "", "/", (), "", "py")
    assert not expressible(Outcome("value", processes=Processes((chosen,))), "mk", {0: "; x"})
