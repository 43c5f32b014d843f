"""Type checkers: what they see, what they do not, and that silence is never "nothing found"."""

import importlib.metadata
import importlib.resources
import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from code_review_env.benchmarks.corpus import submissions
from code_review_env.env.analysis.basedpyright import BASEDPYRIGHT
from code_review_env.env.analysis.binaries import find_binary
from code_review_env.env.analysis.checkers import CHECKERS
from code_review_env.env.analysis.ty import TY
from code_review_env.env.analysis.type_checker import Dialect, TypeChecker
from code_review_env.env.feedback.derive import derived
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.report import Diagnostic
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.tasks.bank import TaskBank

PATIENCE_S = 60.0
"""For a process of node on a machine that is busy with other tests."""


def found(checker: TypeChecker, source: str) -> list[tuple[int, int, str]] | None:
    """Place and rule of each finding, or None."""
    answer = checker.begin(source).result()
    return None if answer is None else [(one.row, one.column, one.rule) for one in answer]


def opened(dialect: Dialect, **changes: Any) -> TypeChecker:
    """The installed one, with time."""
    return TypeChecker(replace(dialect, timeout_s=PATIENCE_S, **changes))


@pytest.fixture(scope="module", params=CHECKERS.values(), ids=CHECKERS)
def checker(request: pytest.FixtureRequest) -> Iterator[TypeChecker]:
    """One of each for all tests that do not harm it."""
    with closing(opened(request.param)) as running:
        yield running


ASSIGNED = {"ty": "invalid-assignment", "basedpyright": "reportAssignmentType"}
MISSING = {"ty": "import-not-found", "basedpyright": "reportMissingImports"}
SAID = {
    "ty": (
        'Object of type `Literal["\U0001f40d"]` is not assignable to `int`',
        'Object of type `Literal[""]` is not assignable to `int`',
        ("missing-attribute", "Object of type `str` has no attribute `nope`", 12, 18),
    ),
    "basedpyright": (
        'Type "Literal[\'\U0001f40d\']" is not assignable to declared type "int"',
        'Type "Literal[\'\']" is not assignable to declared type "int"',
        ("reportAttributeAccessIssue", 'Cannot access attribute "nope" for class "str"', 14, 18),
    ),
}


def test_faults_are_found_and_positioned_in_code_points(checker: TypeChecker) -> None:
    """Columns count from 1, also behind characters of several bytes; the message is one line."""
    answer = checker.begin("x: int = '\U0001f40d'; y: int = ''\n\n\ndef f(a: str) -> int:\n    return a.nope()\n").result()
    name = checker.dialect.name
    snake, empty, (rule, attribute, start, end) = SAID[name]
    assert answer == (
        Diagnostic(1, 10, ASSIGNED[name], snake, name, 1, 13),
        Diagnostic(1, 24, ASSIGNED[name], empty, name, 1, 26),
        Diagnostic(5, start, rule, attribute, name, 5, end),
    )


def test_a_clean_text_has_no_findings(checker: TypeChecker) -> None:
    """An empty answer is the only thing that reads as clean."""
    assert found(checker, "X = 1\n") == []


LOOK_AWAY = {
    "ty": ("# ty: ignore", "# ty:ignore[invalid-assignment]", "# note  ty: IGNORE", "# ty: ignore # ty: ignore"),
    "basedpyright": (
        "# pyright: ignore",
        "# pyright:ignore[reportAssignmentType]",
        "#pyright: reportAssignmentType=false",
        "# pyright: ignore # pyright: ignore",
        "# pyright: basic",
    ),
}


def test_comments_do_not_silence_it(checker: TypeChecker) -> None:
    """Behind the line or above the file, once or twice."""
    rule = ASSIGNED[checker.dialect.name]
    for comment in ("# type: ignore", *LOOK_AWAY[checker.dialect.name]):
        assert found(checker, f"x: int = ''  {comment}\n") == [(1, 10, rule)]
        assert found(checker, f"{comment}\nx: int = ''\n") == [(2, 10, rule)]


def test_it_sees_the_interpreter_of_the_sandbox_and_no_packages(checker: TypeChecker) -> None:
    """Python 3.11's library and nothing that happens to be installed here."""
    member = {"ty": (1, 20, "missing-module-member"), "basedpyright": (1, 20, "reportAttributeAccessIssue")}
    assert found(checker, "from typing import override\n") == [member[checker.dialect.name]]
    assert found(checker, "import tomllib\nimport pydantic\n") == [(2, 8, MISSING[checker.dialect.name])]


def test_no_configuration_is_read(checker: TypeChecker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings in the folders above where it works change nothing; nor do its own folders look like modules."""
    (tmp_path / "ty.toml").write_text('[rules]\nall = "ignore"\n', "utf-8")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "off"}', "utf-8")
    tools = '[tool.ty.rules]\nall = "ignore"\n[tool.basedpyright]\ntypeCheckingMode = "off"\n'
    (tmp_path / "pyproject.toml").write_text(tools, "utf-8")
    text = "import packages, project, lib, bin\nx: int = ''\n"
    with monkeypatch.context() as patched:
        patched.setattr(tempfile, "tempdir", str(tmp_path))
        with closing(opened(checker.dialect)) as below:
            assert found(below, text) == found(checker, text)
    name = checker.dialect.name
    assert [rule for *_, rule in found(checker, text) or ()] == [MISSING[name]] * 4 + [ASSIGNED[name]]


def test_every_rule_of_ty_that_is_named_exists() -> None:
    """A name that the pinned version does not know would be passed over in silence."""
    told = subprocess.run([find_binary("ty"), "explain", "rule", "--output-format", "json"], capture_output=True, check=True)
    assert set(TY.rules) <= {rule["name"] for rule in json.loads(told.stdout)}
    assert len(TY.rules) == len(set(TY.rules)) == 33


def test_every_rule_of_basedpyright_that_is_named_exists() -> None:
    """The server speaks of them."""
    server = (importlib.resources.files("basedpyright") / "dist" / "pyright-langserver.js").read_text("utf-8")
    assert [rule for rule in BASEDPYRIGHT.rules if f"DiagnosticRule.{rule}," not in server] == []
    assert len(BASEDPYRIGHT.rules) == len(set(BASEDPYRIGHT.rules))


def test_the_version_is_that_of_the_pin(checker: TypeChecker) -> None:
    """As the program tells it."""
    assert checker.version == importlib.metadata.version(checker.dialect.name)


def test_an_old_server_says_what_a_new_one_says(checker: TypeChecker) -> None:
    """What was checked before changes no answer, and a server that takes over after so many texts changes none."""
    texts = [one.code for one in submissions()[::16]]
    with closing(opened(checker.dialect, served=7)) as renewed:
        assert [found(renewed, text) for text in texts] == [found(checker, text) for text in texts]


def fake(folder: Path, answer: str, *, timeout_s: float = 5.0) -> TypeChecker:
    """A server that shakes hands and then behaves as the Python text says for each further message `got`."""
    path = folder / "ty"
    path.write_text(
        f"#!{sys.executable} -S\n"
        "import json, os, sys, time\n"
        "def say(message):\n"
        "    body = json.dumps({'jsonrpc': '2.0', **message}).encode()\n"
        "    sys.stdout.buffer.write(b'Content-Length: %d\\r\\n\\r\\n' % len(body) + body)\n"
        "    sys.stdout.buffer.flush()\n"
        f"open({str(folder / 'starts')!r}, 'a').write('x')\n"
        "while True:\n"
        "    length = 0\n"
        "    while (line := sys.stdin.buffer.readline().strip()):\n"
        "        length = int(line.split(b':')[1])\n"
        "    if not length: sys.exit()\n"
        "    got = json.loads(sys.stdin.buffer.read(length))\n"
        "    if got['method'] == 'initialize':\n"
        "        say({'id': got['id'], 'result': {'capabilities': {'positionEncoding': 'utf-32'}}})\n"
        "    elif 'id' in got:\n"
        f"        {answer}\n",
        "utf-8",
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return TypeChecker(replace(TY, command=lambda: (str(path),), timeout_s=timeout_s))


SAYS = "say({'id': got['id'], 'result': {'items': %s}})"
CANARY_ITEMS = [
    {
        "range": {"start": {"line": row - 1, "character": column - 1}, "end": {"line": row, "character": 0}},
        "severity": 1,
        "code": rule,
        "message": "m",
    }
    for row, column, rule in TY.canary_says
]
"""What makes a server believed."""

CRASH, SILENCE, NONSENSE = "os._exit(1)", "time.sleep(60)", "sys.stdout.write('nonsense'); sys.stdout.flush()"


def believed_once(folder: Path, then: str, *, timeout_s: float = 5.0) -> TypeChecker:
    """A server that passes its first test and then misbehaves."""
    first = SAYS % CANARY_ITEMS
    once = f"({first} if not globals().get('told') else ({then},)); told = True"
    return fake(folder, once, timeout_s=timeout_s)


def test_a_server_that_was_killed_is_replaced(checker: TypeChecker) -> None:
    """The next text has its answer all the same."""
    expected = [(1, 10, ASSIGNED[checker.dialect.name])]
    assert found(checker, "x: int = ''\n") == expected
    pid = checker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert found(checker, "x: int = ''\n") == expected
    assert checker.pid != pid


@pytest.mark.parametrize("answer", [CRASH, NONSENSE, SAYS % [], SAYS % "[1]", SAYS % "None"])
def test_a_server_that_fails_its_first_text_is_not_believed(tmp_path: Path, answer: str) -> None:
    """Dead, mad or blind: no answer."""
    with closing(fake(tmp_path, answer, timeout_s=1.0)) as broken:
        assert found(broken, TY.canary) is None
        assert found(broken, "X = 1\n") is None


def test_a_server_that_dies_is_asked_once_more(tmp_path: Path) -> None:
    """Twice at most for one text; then there is no answer."""
    with closing(believed_once(tmp_path, CRASH)) as dying:
        assert found(dying, "X = 1\n") is None
    assert (tmp_path / "starts").read_text() == "xx"


def test_a_silent_server_is_ended(tmp_path: Path) -> None:
    """It is waited for once, and its process does not stay."""
    with closing(believed_once(tmp_path, SILENCE, timeout_s=1.0)) as silent:
        assert found(silent, "X = 1\n") is None
        assert silent.pid is None
    assert (tmp_path / "starts").read_text() == "x"


def test_a_binary_that_is_not_there_gives_no_answer(tmp_path: Path) -> None:
    """And after some tries it is left alone for a while."""
    with closing(TypeChecker(replace(TY, command=lambda: (str(tmp_path / "nothing"),)))) as missing:
        assert [found(missing, "X = 1\n") for _ in range(5)] == [None] * 5


@pytest.mark.parametrize("then", [CRASH, SILENCE, NONSENSE])
def test_no_answer_is_an_error_and_never_no_diagnostics(tmp_path: Path, then: str) -> None:
    """E = 1 and D unknown, whatever the server did; the reward of the task is what it is."""
    task = TaskBank.load().handwritten[0]
    with open_scorer(PoolSettings(workers=1)) as plain, closing(believed_once(tmp_path, then, timeout_s=1.0)) as broken:
        scorer = Scorer(plain.pool, plain.linter, plain.references, plain.curriculum, broken)
        report: Any = scorer.score(task, task.reference)
        assert report.types is None
        judged = derived(report, scorer.curriculum)
        assert (judged.components.e, judged.components.d, judged.reward.seed) == (1.0, None, 0.99)
