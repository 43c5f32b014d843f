"""The process table inside the real sandbox: confinement must not change what a program sees."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Call, Execution, Level, Limits, Outcome, Program, Verdict, World
from code_review_env.tasks.task import Tool

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from forms import FORMS, PREAMBLE, REFUSED, TOOLS  # noqa: E402 - a sibling of this file
from test_forms import FILES, play_virtually  # noqa: E402 - a sibling of this file

WORLD = World(
    tools={name: tuple(Tool(**run) for run in runs) for name, runs in TOOLS.items()},  # type: ignore[arg-type]
    files=FILES,
    processes=True,
)
ALL = {**FORMS, **REFUSED}


def _program(names: list[str]) -> Program:
    """One module that holds every form; a call names the one to play."""
    parts = [PREAMBLE, 'BIN, SH = "/usr/bin", "/bin/sh"']
    for number, name in enumerate(names):
        indented = "\n".join(f"    {line}" for line in ALL[name].split("\n"))
        parts.append(f"def form{number}():\n{indented}")
    parts.append("def play(number):\n    return repr(globals()[f'form{number}']())")
    calls = tuple(Call((number,)) for number in range(len(names)))
    return Program(source="\n".join(parts), entry="play", groups=(calls,), world=WORLD, limits=Limits(cpu_s=20, wall_s=20))


def _told(outcome: Outcome) -> str:
    """The outcome in the words of `play.outcome`, as far as both can tell."""
    return f"value {outcome.value}" if outcome.kind == "value" else outcome.error.rpartition(".")[2]


def test_confined_forms_equal_unconfined_ones(pool: SandboxPool, tmp_path: Path) -> None:
    """Every form gives what it gives without confinement, and nothing is lost."""
    names = list(FORMS)
    execution = pool.run(_program(names))
    free = play_virtually(tmp_path, FORMS)
    expected = [free["results"][name] for name in names]
    found = [_told(outcome) for outcome in execution.groups[0]]
    assert execution.verdict is Verdict.OK
    pairs = zip(names, found, expected, strict=True)
    assert [
        name for name, mine, wanted in pairs if not (mine == wanted if mine.startswith("value") else wanted.startswith(mine))
    ] == []
    shells = [outcome.processes.shell for outcome in execution.groups[0]]
    assert shells == [frame["shell"] for frame in free["frames"]]


def _run(pool: SandboxPool, body: str, *groups: tuple[Call, ...]) -> Execution:
    source = f"import os, subprocess, time\ndef f(x=None):\n    {body}\n"
    return pool.run(Program(source=source, entry="f", groups=groups or ((Call(),),), world=WORLD))


def test_descriptors_under_way_elsewhere_only_delay(pool: SandboxPool) -> None:
    """The kernel refuses descriptors while the user has too many on their way, whoever sent them; no program fails by that."""
    sender, receiver = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    for _ in range(3):
        socket.send_fds(sender, [b"x"], [sender.fileno()] * 250)
    release = threading.Timer(0.5, receiver.close)
    release.start()
    try:
        execution = _run(pool, "return [subprocess.run(['tool', 'x'], capture_output=True).returncode for _ in range(3)]")
    finally:
        release.join()
        sender.close()
    (outcome,) = execution.groups[0]
    assert execution.verdict is Verdict.OK
    assert len(outcome.processes.spawns) == 3, outcome


def test_a_payload_reaches_the_program_as_one_argument(pool: SandboxPool) -> None:
    """An argument list carries every payload untouched and starts no shell."""
    payloads = ("a; tool pwned", "$(tool pwned)", "`x`", "a\nb", "'", '"', "*", "~", "-x", "é ☃")
    execution = _run(pool, "return subprocess.run(['tool', x]).returncode", tuple(Call((payload,)) for payload in payloads))
    processes = [outcome.processes for outcome in execution.groups[0]]
    assert [spawn.argv for seen in processes for spawn in seen.spawns] == [("tool", payload) for payload in payloads]
    assert not any(seen.shell for seen in processes)


def test_an_injected_command_is_seen(pool: SandboxPool) -> None:
    """Through a shell the payload starts a program of its own, and the report says so."""
    execution = _run(pool, "return os.system('tool ' + x)", (Call(("a; fail b",)),))
    seen = execution.groups[0][0].processes
    assert [spawn.argv for spawn in seen.spawns if spawn.via == "sh"] == [("tool", "a"), ("fail", "b")]
    assert seen.shell


def test_a_wait_without_end_is_no_fault_of_the_sandbox(pool: SandboxPool) -> None:
    """A program that can never end costs its caller the result, at once, and the next run is well."""
    assert _run(pool, "return subprocess.run(['slow'])").verdict is not Verdict.OK
    assert _run(pool, "return subprocess.run(['tool']).returncode").verdict is Verdict.OK


def test_hiding_from_the_broker_loses_the_call(pool: SandboxPool) -> None:
    """A call that the broker did not report has no outcome, whatever the child claims."""
    execution = _run(pool, "os.stat.__self__._store._link._sock.close(); return 1")
    assert [outcome.kind for outcome in execution.groups[0]] == ["lost"]


def test_shell_of_the_import_counts_for_the_first_call(pool: SandboxPool) -> None:
    """A shell that the module starts while it is imported is seen."""
    source = "import os\nos.system('tool')\ndef f():\n    return 1\n"
    execution = pool.run(Program(source=source, entry="f", groups=((Call(),), (Call(),)), world=WORLD))
    assert [group[0].processes.shell for group in execution.groups] == [True, True]


def test_an_import_sees_nothing_of_the_group_before(pool: SandboxPool) -> None:
    """Folder, environment and files that a call changed are as new when the module is imported again."""
    source = "import os\nSEEN = os.getcwd(), os.environ.get('Z'), sorted(os.listdir('.'))\n"
    source += "def f():\n    os.environ['Z'] = '1'\n    open('left', 'w').close()\n    os.chdir('/tmp')\n    return SEEN\n"
    execution = pool.run(Program(source=source, entry="f", groups=((Call(),), (Call(),)), world=WORLD))
    first, second = (group[0].value for group in execution.groups)
    assert first == second


def test_files_of_earlier_calls_take_no_descriptors(pool: SandboxPool) -> None:
    """Many calls that write many files each never run out of descriptors."""
    execution = _run(pool, "[open(f'{n}.txt', 'w').write('x') for n in range(40)]; return 1", tuple(Call() for _ in range(12)))
    assert [outcome.kind for outcome in execution.groups[0]] == ["value"] * 12


def test_the_status_of_a_process_is_given_once(pool: SandboxPool) -> None:
    """Whoever waits a second time, for this process or for any, meets no child; signals meet no process."""
    body = (
        "pid = os.posix_spawnp('tool', ['tool'], {}); first = os.waitpid(pid, 0) == (pid, 0); found = []\n"
        "    for again in (lambda: os.waitpid(pid, os.WNOHANG), os.wait, lambda: os.kill(pid, 9)):\n"
        "        try:\n            again()\n"
        "        except OSError as error:\n            found.append(type(error).__name__)\n"
        "    return first, found"
    )
    value = _run(pool, body).groups[0][0].value
    assert value == ["t", True, ["l", "ChildProcessError", "ChildProcessError", "ProcessLookupError"]]


def test_what_a_call_left_running_is_gone_in_the_next(pool: SandboxPool) -> None:
    """The next call cannot wait for it, and its end of a pipe is closed."""
    source = "import os, subprocess\nLEFT = []\ndef f():\n"
    source += "    if not LEFT:\n        LEFT.append(subprocess.Popen(['slow'], stdout=subprocess.PIPE))\n        return 0\n"
    source += "    return LEFT[0].stdout.read(), LEFT[0].poll()\n"
    execution = pool.run(Program(source=source, entry="f", groups=((Call(), Call()),), world=WORLD))
    assert [outcome.value for outcome in execution.groups[0]] == [0, ["t", ["y", ""], 0]]


RUNS: Final = 3
PROOF_RUNS: Final = 20
BURN: Final = "while True: pass"


@pytest.fixture
def load() -> Iterator[None]:
    """Every core is busy with something else."""
    burners = [subprocess.Popen([sys.executable, "-I", "-S", "-c", BURN]) for _ in range(os.cpu_count() or 1)]
    yield
    for burner in burners:
        burner.kill()
        burner.wait()


def _bytes(execution: Execution) -> bytes:
    """All that a run says of its calls and their processes."""
    return repr((execution.verdict, execution.dynamic, execution.groups)).encode()


def _different(pool: SandboxPool, runs: int) -> tuple[int, int]:
    """How many different answers so many runs of all forms give, and of how many bytes."""
    program = replace(_program(list(ALL)), limits=Limits(cpu_s=60, wall_s=110))
    answers = {_bytes(pool.run(program)) for _ in range(runs)}
    return len(answers), max(map(len, answers))


@pytest.mark.timeout(300)
@pytest.mark.usefixtures("load")
def test_runs_under_load_are_byte_identical(pool: SandboxPool) -> None:
    """However busy the machine is, every form, refused ones included, is answered and reported in the same bytes."""
    assert _different(pool, RUNS)[0] == 1


@pytest.mark.proof
@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("load")
def test_twenty_runs_under_load_are_byte_identical(pool: SandboxPool, print_table: Callable[[str], None]) -> None:
    """The same, twenty times."""
    different, size = _different(pool, PROOF_RUNS)
    print_table(
        f"under load, level {pool.status().level}: {PROOF_RUNS} runs of {len(ALL)} forms, "
        f"{different} different answers of {size} bytes"
    )
    assert different == 1


def test_levels_give_the_same_bytes() -> None:
    """Values, exceptions, reports: nothing tells which layers of confinement the host has."""
    answers = []
    for level in (Level.A, Level.B):
        with SandboxPool(workers=1, queue=8, wait_s=60, force_level=level) as pool:
            answers.append(_bytes(pool.run(_program(list(ALL)))))
    assert answers[0] == answers[1]
