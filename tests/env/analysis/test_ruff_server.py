"""The server says what the command line says, about every text and in every misfortune."""

import itertools
import os
import random
import signal
import site
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import pytest

from code_review_env.env.analysis.linter import open_linter
from code_review_env.env.analysis.lsp import LanguageClient
from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.analysis.ruff_server import SUPPRESSION, RuffServer
from code_review_env.env.errors import LanguageServerLost, LinterUnavailable
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.curriculum import Stage, load_curriculum

CLI = Ruff(Ruff.installed().path, timeout_s=20.0)
"""Patient, so that a busy machine is no difference."""

STAGES: Final = load_curriculum().stages
STYLE: Final = ("E", "W", "F")
TEXT: Final = "import os\nx = None == y\n"
SAMPLE: Final = 100
FILES: Final = 1_200
"""Files compared a stage, in `make test` and in `make proof`."""

BOMB: Final = "x = " + "-" * 60_000 + "1\n"
"""ruff dies of the nesting."""

HOSTILE: Final = {
    "empty": "",
    "one newline": "\n",
    "no newline at the end": "import os\nx = 1 ;y = l",
    "crlf": "import os\r\nif x == None:\r\n    l = 1 ; y = 2  \r\n",
    "lone cr": "import os\rl = 1 ; x = 2\rimport sys\r",
    "mixed ends": "import os\r\nl = 1\rimport sys\nx = 1 ; y = 2\r",
    "byte order mark": "\ufeffimport os\nl = 1\n",
    "two marks": "\ufeff\ufeffimport os\n",
    "tabs": "def f():\n\tl = 1 ; x = 2\n\tif x == None:\n\t\treturn\t\n" + "\tx = '" + "\t" * 40 + "'\n",
    "astral": "x = '\U0001d4b3\U0001d4b3\U0001d4b3' ; l = None == x\n\U0001d4b3 = '\U0001d4b3' ; \U0001d4b4 = 1 ; import os\n"
    "# " + "\U0001d4b3" * 90 + "\n",
    "wide": "x = '" + "漢" * 60 + "' ; l = 1\n" + "e\u0301" * 50 + " = 1\n",
    "joiners": "x = '👩\u200d👩\u200d👧' ; l = 1\nimport os\n",
    "form feed": "import os\n\f\nl = 1 ; x = 2\n\fimport sys\n",
    "line separators": "x = '\u2028' ; l = 1\ny = '\x85\x0b\x1c' ; l = 2\nimport os\n",
    "nul": "x = 1 # \0\nimport os\n",
    "escapes": "x = '\\d' ; y = b'\\d'\nx = '%s %s' % (1,)\n'{}'.format(1, 2)\n",
    "unclosed": "import os\nx = (\n",
    "bad indent": "import os\n  x = 1\n y = 2\n",
    "newer grammar": "type X = int\ndef f[T](x: T): ...\nx = t'{1}'\nx = f'{'a'}'\n",
    "semantic errors": "return 1\nawait x\ndef f():\n    nonlocal q\n    x = 1; global x\ndef g(a, a): yield\nbreak\n",
    "unicode error": "x = '\\N{nothing}'\n\u00a0y = 1\n“z” = 1\n",
    "backslashes": "x = 1 \\\n    ; l = 2\nif x == \\\n  None: pass\n",
    "64 KiB": ("import os ; l = None == x  \n" * 3000)[: 64 * 1024],
    "one long line": "x = [" + "1," * 32_000 + "]\n",
    "trailing space": "x = 1   \n   \n\n\n\n",
    "suggestion": "class A:\n    f = None\n    f = lambda x: x\n\n\ndef g(q):\n    q = 1\n    q = lambda x: x\n",
    "names with lines": "__all__ = ['a\\n\\nhelp: b', 'c']\n'%(a)s' % {'a': 1, 'b\\n\\nhelp: c': 2, 'd (suggestion)': 3}\n",
    "doc help": 'def f():\n    """A\n\nhelp: text\n    """\n    `x`\n',
}

SUPPRESSED: Final = (
    "import os  # noqa\n",
    "import os  # NoQA : F401\n",
    "# ruff: noqa\nimport os\n",
    "# Ruff : NOQA: F401\nimport os\n",
    "# flake8: noqa\nimport os\n",
    "import os  # ruff: ignore[F401]\n",
    "# ruff: file-ignore[F401]\nimport os\n",
    "# ruff: disable[F401]\nimport os\n# ruff: enable[F401]\n",
    "# isort: skip_file\nimport os\n",
    "import os  # isort: skip\n",
    "import os  # fmt: skip\n",
    "# fmt: off\nimport os\n",
    "import os  # type: ignore\n",
    "import os  # pylint: disable=all\n",
    "import os  # nosec\n",
    "# -*- mode: python; ruff\u00a0: noqa -*-\nimport os\n",
    "import os  # noq\u0430\n",
)


@pytest.fixture(name="server", scope="module")
def fixture_server() -> Iterator[RuffServer]:
    """One for all texts, so that what came before would show."""
    with closing(RuffServer(CLI)) as server:
        yield server


def check_equal(server: RuffServer, source: str, stage: Stage) -> None:
    """Every field of every finding, or the same error."""
    expected = CLI.lint(source, select=stage.select, max_complexity=stage.max_complexity)
    assert server.lint(source, select=stage.select, max_complexity=stage.max_complexity) == expected


def public_files() -> Iterator[str]:
    """Sources of the standard library and the installed packages in a fixed shuffled order, their markers blotted out."""
    roots = [Path(sysconfig.get_paths()["stdlib"]), *(Path(place) for place in site.getsitepackages())]
    paths = sorted({path for root in roots for path in root.rglob("*.py")})
    random.Random(0).shuffle(paths)  # noqa: S311 - a sample, no secret
    for path in paths:
        with suppress(UnicodeDecodeError):
            yield SUPPRESSION.sub("marker", path.read_bytes().decode())


def check_public_code(server: RuffServer, stage: Stage, count: int) -> int:
    """Compare that many files; returns how many findings they have."""
    findings = 0
    for source in itertools.islice(public_files(), count):
        expected = CLI.lint(source, select=stage.select, max_complexity=stage.max_complexity)
        assert server.lint(source, select=stage.select, max_complexity=stage.max_complexity) == expected
        findings += len(expected)
    return findings


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_public_code_has_the_same_findings(server: RuffServer, stage: Stage) -> None:
    """Rule, position, end and message of each finding are those of the command line."""
    check_public_code(server, stage, SAMPLE)
    assert len(server.pids) >= 1


@pytest.mark.proof
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_a_thousand_public_files_have_the_same_findings(
    server: RuffServer, stage: Stage, print_table: Callable[[str], None]
) -> None:
    """The same for many more."""
    findings = check_public_code(server, stage, FILES)
    print_table(f"lint identity, {stage.name}: {FILES} files of the library and packages, {findings} findings, 0 differences")
    assert len(list(itertools.islice(public_files(), FILES))) == FILES


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_the_tasks_have_the_same_findings(server: RuffServer, stage: Stage) -> None:
    """What is scored most: every messy file and every oracle."""
    tasks = TaskBank.load().handwritten
    for task in tasks:
        check_equal(server, task.messy, stage)
        check_equal(server, task.reference, stage)
    assert tasks


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_strange_texts_have_the_same_findings(server: RuffServer, source: str, stage: Stage) -> None:
    """Line ends, marks, widths and errors are counted alike."""
    assert not SUPPRESSION.search(source)
    check_equal(server, source, stage)


@pytest.mark.parametrize("source", SUPPRESSED)
def test_no_comment_switches_a_finding_off(server: RuffServer, source: str) -> None:
    """The server would obey some of these, so they never reach it."""
    assert [one.rule for one in server.lint(source, select=("F401",))] == ["F401"]


def test_the_version_is_that_of_the_binary(server: RuffServer) -> None:
    """Both ways to ask are one tool."""
    assert server.version == CLI.version


def test_a_configuration_on_the_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a file in the working folder nor an environment variable reaches the server."""
    (tmp_path / "ruff.toml").write_text('[lint]\nignore = ["F401"]\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RUFF_CONFIG", str(tmp_path / "ruff.toml"))
    monkeypatch.setenv("HOME", str(tmp_path))
    with closing(RuffServer(CLI)) as server:
        assert [one.rule for one in server.lint("import os\n", select=("F401",))] == ["F401"]
        assert len(server.pids) == 1


def test_one_process_answers_many_texts() -> None:
    """Nothing starts before the first text, and nothing restarts without need."""
    with closing(RuffServer(CLI)) as server:
        assert server.pids == ()
        server.lint(TEXT, select=STYLE)
        first = server.pids
        server.lint(TEXT + "l = 1\n", select=STYLE)
        assert server.pids == first
        assert len(first) == 1


def test_a_server_killed_between_texts_is_replaced() -> None:
    """The text that finds it dead is answered by the command line, the next one by a new process."""
    with closing(RuffServer(CLI)) as server:
        expected = server.lint(TEXT, select=STYLE)
        (first,) = server.pids
        os.kill(first, signal.SIGKILL)
        assert server.lint(TEXT, select=STYLE) == expected
        assert server.lint(TEXT, select=STYLE) == expected
        assert first not in server.pids
        assert len(server.pids) == 1


def test_a_server_killed_while_it_works_costs_no_answer() -> None:
    """Whenever it dies, the answer is the right one."""
    sources = [f"{HOSTILE['64 KiB'][:20_000]}\n# {number}\n" for number in range(30)]
    expected = CLI.lint(sources[0], select=STYLE)
    done = threading.Event()

    def kill_again_and_again() -> None:
        while not done.wait(0.02):
            for pid in server.pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    with closing(RuffServer(CLI)) as server:
        killer = threading.Thread(target=kill_again_and_again)
        killer.start()
        try:
            found = [server.lint(source, select=STYLE) for source in sources]
        finally:
            done.set()
            killer.join()
    assert all(one == expected for one in found)


def test_a_server_that_stopped_is_given_up_and_replaced() -> None:
    """A process that neither reads nor answers costs its limit; a long text cannot block the writer for ever."""
    with closing(RuffServer(Ruff(CLI.path, timeout_s=4.0))) as server:
        source = HOSTILE["64 KiB"] + HOSTILE["64 KiB"]
        expected = server.lint(source, select=STYLE)
        for text, answer in ((TEXT, CLI.lint(TEXT, select=STYLE)), (source, expected)):
            server.lint(TEXT, select=STYLE)
            (pid,) = server.pids
            os.kill(pid, signal.SIGSTOP)
            while Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "T":
                time.sleep(0.001)  # until every thread of it has stopped it may still answer
            assert server.lint(text, select=STYLE) == answer
            assert server.pids == ()


def test_a_text_that_kills_ruff_is_an_error_and_the_next_one_is_answered() -> None:
    """It kills the server and then the command line; neither reads as clean."""
    with closing(RuffServer(CLI)) as server:
        with pytest.raises(LinterUnavailable):
            server.lint(BOMB, select=STYLE)
        assert server.lint(TEXT, select=STYLE) == CLI.lint(TEXT, select=STYLE)
        assert len(server.pids) == 1


def test_many_threads_get_their_own_answers() -> None:
    """Sixteen at once over three selections: none reads another's findings."""
    with closing(RuffServer(CLI)) as server, ThreadPoolExecutor(16) as threads:
        numbers = range(160)

        def rows(number: int) -> list[int]:
            source = "\n" * number + "import os\n"
            return [one.row for one in server.lint(source, select=(("F401",), ("F",), ("F4",))[number % 3])]

        assert list(threads.map(rows, numbers)) == [[number + 1] for number in numbers]
        assert len(server.pids) == 3


def test_close_leaves_no_process_and_still_answers() -> None:
    """A late question is for the command line; nothing is started again."""
    server = RuffServer(CLI)
    for stage in STAGES:
        server.lint(TEXT, select=stage.select, max_complexity=stage.max_complexity)
    pids = server.pids
    server.close()
    server.close()
    assert len(pids) == len(STAGES)
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
    assert server.lint(TEXT, select=STYLE) == CLI.lint(TEXT, select=STYLE)
    assert server.pids == ()


def test_a_selection_that_no_canary_proves_is_for_the_command_line() -> None:
    """A server is believed only after it found something known."""
    with closing(RuffServer(CLI)) as server:
        assert [one.rule for one in server.lint("x = 1;\n", select=("E703",))] == ["E703"]
        assert server.pids == ()


@pytest.mark.parametrize("script", ["exit 0", "echo nonsense", "printf 'Content-Length: 2\\r\\n\\r\\n[]'", "exec sleep 60"])
def test_a_server_that_never_answers_is_not_used(tmp_path: Path, script: str) -> None:
    """Whatever it does instead, the command line answers."""
    path = tmp_path / "ruff"
    path.write_text(f'#!/bin/sh\n[ "$1" = server ] || exec {CLI.path} "$@"\n{script}\n')
    path.chmod(0o700)
    with closing(RuffServer(Ruff(path, timeout_s=3.0))) as server:
        assert server.lint(TEXT, select=STYLE) == CLI.lint(TEXT, select=STYLE)
        assert server.pids == ()


def test_a_server_that_lies_is_not_used(tmp_path: Path) -> None:
    """One that calls every text clean fails the canary."""
    path = tmp_path / "ruff"
    liar = (
        "import json, sys\n"
        "while line := sys.stdin.buffer.readline():\n"
        "    sys.stdin.buffer.readline()\n"
        "    asked = json.loads(sys.stdin.buffer.read(int(line.split(b':')[1])))\n"
        "    result = {'capabilities': {'positionEncoding': 'utf-32'}, 'items': []}\n"
        "    body = json.dumps({'jsonrpc': '2.0', 'id': asked.get('id'), 'result': result})\n"
        "    print(f'Content-Length: {len(body)}\\r\\n\\r\\n{body}', end='', flush=True)\n"
    )
    (tmp_path / "liar.py").write_text(liar)
    path.write_text(f'#!/bin/sh\n[ "$1" = server ] || exec {CLI.path} "$@"\nexec {sys.executable} {tmp_path}/liar.py\n')
    path.chmod(0o700)
    with closing(RuffServer(Ruff(path, timeout_s=10.0))) as server:
        assert server.lint(TEXT, select=STYLE) == CLI.lint(TEXT, select=STYLE)
        assert server.pids == ()


def test_the_kind_is_a_setting() -> None:
    """Both kinds are opened the same way and closed with the context."""
    with open_linter("cli") as cli, open_linter("server") as server:
        assert isinstance(cli, Ruff)
        assert isinstance(server, RuffServer)
        assert server.lint(TEXT, select=STYLE) == cli.lint(TEXT, select=STYLE)
        pids = server.pids
    assert pids
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]


def test_a_missing_binary_is_ours(tmp_path: Path) -> None:
    """It cannot be started, so nothing is known about the text."""
    with closing(RuffServer(Ruff(tmp_path / "nothing"))) as server, pytest.raises(LinterUnavailable):
        server.lint(TEXT, select=STYLE)
    with pytest.raises(LanguageServerLost):
        LanguageClient([str(tmp_path / "nothing")], root="file:///", options={}, timeout_s=1.0)
