"""Every program in `programs/` tries one way out; none may read the secret, reach a peer or leave a process behind.

A program defines `f(targets)`. It says `REACHED` when an act worked that must not; what it read is its return value.
"""

import json
import os
import signal
import socket
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Call, Execution, Level, Limits, Program, Verdict

SECRET: Final = "planted-8c1f0e5b"
MARKER: Final = "never-sent-to-the-child"
PROGRAMS: Final = sorted((Path(__file__).parent / "programs").glob("*.py"))
LIMITS: Final = Limits(cpu_s=1.0, wall_s=1.0)


class Range:
    """A pool with targets around it: a secret in a file and in the environment, listening sockets."""

    def __init__(self, level: Level, folder: Path) -> None:
        self.folder = folder
        self.secret = folder / "secret"
        self.secret.write_text(SECRET)
        os.environ["PLANTED"] = SECRET
        self.marker = MARKER
        self.port = socket.create_server(("127.0.0.1", 0))
        self.unix = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.unix.bind(str(folder / "unix"))
        self.signals: list[int] = []
        self.gains: dict[str, list[str]] = {}
        signal.signal(signal.SIGUSR1, lambda number, _frame: self.signals.append(number))
        self.pool = SandboxPool(workers=1, queue=0, wait_s=1, force_level=level)

    def close(self) -> None:
        """Take everything down again."""
        self.pool.close()
        self.port.close()
        self.unix.close()
        signal.signal(signal.SIGUSR1, signal.SIG_DFL)
        del os.environ["PLANTED"]

    @property
    def targets(self) -> dict[str, Any]:
        """Where to aim."""
        dynamic = sysconfig.get_config_var("DESTSHARED")
        return {
            "secret_file": str(self.secret),
            "scratch": str(self.folder / "scratch"),
            "server": os.getpid(),
            "port": self.port.getsockname()[1],
            "unix": str(self.folder / "unix"),
            "marker": MARKER[::-1],
            "ctypes": f"{dynamic}/_ctypes.{sysconfig.get_config_var('SOABI')}.so",
        }

    def attack(self, path: Path) -> Execution:
        """Run one program; dynamic code is allowed, so that the confinement alone decides."""
        program = Program(path.read_text(), "f", ((Call((self.targets,)),),), limits=LIMITS, audit="record")
        return self.pool.run(program)

    def touched(self) -> list[str]:
        """What an attack changed outside."""
        found = [f"connection to {name}" for name, peer in (("port", self.port), ("unix", self.unix)) if _readable(peer)]
        found += [f"file {path.name}" for path in self.folder.iterdir() if path.name not in {"secret", "unix"}]
        found += [f"signal {number}" for number in self.signals]
        found += [f"process {pid}" for pid in below(self.pool._workers[0].zygote_pid)]
        if self.secret.read_text() != SECRET:
            found.append("the secret's content")
        return found


def _readable(peer: socket.socket) -> bool:
    peer.settimeout(0)
    try:
        if peer.type == socket.SOCK_STREAM:
            peer.accept()[0].close()
        else:
            peer.recv(1)
    except BlockingIOError:
        return False
    return True


def below(pid: int) -> list[int]:
    """Processes whose parent is `pid`."""
    children = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            children.append(int(entry.parent.name))
    return children


@pytest.fixture(scope="module", params=[Level.A, Level.B])
def ground(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, print_table: Callable[[str], None]
) -> Iterator[Range]:
    """A firing range at one level; what was gained there is printed at the end of the run."""
    ground = Range(request.param, tmp_path_factory.mktemp("range"))
    yield ground
    held = sum(not gains for gains in ground.gains.values())
    print_table(f"attacks at level {request.param} as uid {os.getuid()}: {len(ground.gains)} programs, {held} gained nothing")
    ground.close()


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_an_attack_gains_nothing(ground: Range, path: Path) -> None:
    """No secret read, no forbidden act done, nothing changed outside, no process left."""
    execution = ground.attack(path)
    claims = json.dumps([[outcome.value, outcome.message, outcome.stdout] for group in execution.groups for outcome in group])
    said = [text for text in ("REACHED", SECRET, SECRET.encode().hex()) if text in claims]
    ground.gains[path.stem] = [*said, *ground.touched()]
    assert ground.gains[path.stem] == []


def test_there_are_enough_attacks() -> None:
    """The corpus is no token."""
    assert len(PROGRAMS) >= 40


def test_the_next_submission_finds_nothing(ground: Range) -> None:
    """After all attacks the same zygote runs an honest program as if nothing had happened."""
    source = (
        "import json, random\nstate = []\ndef f(x):\n    state.append(x)\n    return json.loads(json.dumps([x, len(state)]))\n"
    )
    execution = ground.pool.run(Program(source, "f", ((Call((1,)), Call((2,))), (Call((3,)),))))
    assert execution.verdict is Verdict.OK
    assert [outcome.value for group in execution.groups for outcome in group] == [["l", 1, 1], ["l", 2, 2], ["l", 3, 1]]
