"""One lane of attacks: a server with planted secrets runs the programs at one level, as whichever user started it.

A program defines `f(targets)`. It says `REACHED` when an act worked that must not; what it read is its return value. First lines:
`# ends: VERDICT ...` names the verdicts it may end with (else `ok`), `# world: closed` says that its act is allowed where there
are processes. Programs under `processes/` run in the process table, those whose name begins with `stale_` twice. Every one is
called twice, and a third time with a further input, which must not be told by what is shown of the run.

The control is a plain interpreter without any confinement: there the programs that read a secret do read it.

Usage: `PLANTED=SECRET lane.py LEVEL WORLD PROGRAM ...`; the report is JSON on standard output. In the world `processes` every
program runs in the process table, in the world `own` only those written for it.
"""

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from code_review_env.env.errors import SandboxUnavailable
from code_review_env.env.sandbox import codec, launch
from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Call, Execution, Level, Limits, Program, Verdict, World
from code_review_env.tasks.task import Tool

MEMORY_PREFIX: Final = "kept-in-memory-"
TOOLS: Final = {"cat": (Tool(echo=True),), "tool": (Tool(stdout="out\n"),), "slow": (Tool(hang=True),)}
FILES: Final = {"a.txt": "alpha\n"}
CONTROL: Final = {
    "memory": "server_memory",
    "environment": "server_environ",
    "disk": "read_secret_file",
    "port": "port_secret",
}
"""Where a secret is kept -> a program that reads it there."""
UNCONFINED: Final = """
import json, sys
names = {}
exec(sys.argv[1], names)
print(json.dumps(names["f"](json.loads(sys.argv[2]))))
"""
_MODE: Final = 0o600
"""Permissions of every file in a lane."""
LIMITS: Final = Limits(cpu_s=0.5, wall_s=2.0)
HONEST: Final = Program(
    "import json, random, re, time\n\nstate = []\n\n\ndef f(x):\n    state.append(x)\n"
    "    return json.loads(json.dumps([x, len(state), re.sub('a', 'b', 'aa'), random.random() < 1]))\n",
    "f",
    ((Call((1,)), Call((2,))), (Call((3,)),)),
)


@dataclass
class Row:
    """What one program did.

    Attributes:
        leaks: secrets, forbidden acts and the right answer, as far as they were reached.
        survivors: processes left behind.
        files: what changed outside.
        restarts: times the server or its zygote had to begin anew.
        verdict: how the run ended, or `infrastructure`.
        wrong: the verdict is not one of those that the program names.
    """

    program: str
    leaks: list[str] = field(default_factory=list)
    survivors: list[int] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    restarts: int = 0
    verdict: str = ""
    wrong: bool = False


class Lane:
    """A server with something to steal in its memory, its environment, its folder and behind its port."""

    def __init__(self, level: Level, world: str, folder: Path) -> None:
        self.world = world
        self.folder = folder
        self.planted = {place: secrets.token_hex(16) for place in ("memory", "disk", "port")}
        self.planted["environment"] = os.environ["PLANTED"]
        self.answer = secrets.token_hex(16)
        self.hidden = secrets.token_hex(16)
        self.kept = MEMORY_PREFIX + self.planted["memory"]
        self.file = folder / "secret"
        self.file.write_text(self.planted["disk"])
        self.contacts: list[str] = []
        self.port = socket.create_server(("127.0.0.1", 0))
        self.unix = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.unix.bind(str(folder / "unix"))
        self.unix.settimeout(0)
        threading.Thread(target=self._listen, daemon=True).start()
        signal.signal(signal.SIGUSR1, lambda *_: self.contacts.append("a signal"))
        self.pool = SandboxPool(workers=1, queue=0, wait_s=1, force_level=level, allow_unsandboxed=level is Level.C)
        self.zygote = self.pool._workers[0].zygote_pid
        self.machinery = below(os.getpid())

    def close(self) -> None:
        """Take everything down again."""
        self.pool.close()
        self.port.close()
        self.unix.close()

    def attack(self, path: Path) -> Row:
        """Run one program; dynamic code is allowed, so that the confinement alone decides."""
        row = Row(path.stem if path.parent.name == "programs" else f"{path.parent.name}/{path.stem}")
        source = path.read_text()
        try:
            executions = [self.pool.run(self._program(path, source)) for _ in range(1 + path.stem.startswith("stale_"))]
        except SandboxUnavailable as fault:
            executions, row.verdict = [], f"infrastructure: {fault}"
        row.verdict = row.verdict or executions[-1].verdict.value
        row.wrong = row.verdict not in said(source).get("ends", Verdict.OK.value).split()
        row.leaks = [leak for execution in executions for leak in self._leaks(execution)] + self._contacts()
        self.zygote, before = self.pool._workers[0].zygote_pid, self.zygote
        row.restarts = int(self.zygote != before)
        row.survivors = sorted(below(os.getpid()) - self.machinery - {self.zygote})
        row.files = self._changes()
        return row

    def control(self) -> dict[str, bool]:
        """Whether each secret is read by its program in a plain interpreter of the same user."""
        found = {}
        for place, name in CONTROL.items():
            source = (Path(__file__).parent / f"programs/{name}.py").read_text()
            command = [sys.executable, "-I", "-S", "-c", UNCONFINED, source, json.dumps(self._targets)]
            result = subprocess.run(command, capture_output=True, text=True, check=False)
            found[place] = self.planted[place] in result.stdout
        return found

    def honest(self) -> bool:
        """The same zygote still runs an honest program as if nothing had happened."""
        values = [outcome.value for group in self.pool.run(HONEST).groups for outcome in group]
        return values == [["l", n, at, "bb", True] for n, at in ((1, 1), (2, 2), (3, 1))]

    def _program(self, path: Path, source: str) -> Program:
        processes = "processes" in (path.parent.name, self.world)
        world = World(tools=TOOLS, files=FILES, processes=True) if processes else World(files=FILES)
        shown, hidden = (Call((self._targets,)),) * 2, (Call((self._targets | {"hidden": self.hidden},)),)
        groups = (shown,) if path.stem.startswith("stale_") else (shown, hidden)
        return Program(source, "f", groups, world=world, limits=LIMITS, audit="record", shown=1)

    @property
    def _targets(self) -> dict[str, Any]:
        """Where to aim; texts that a program searches for are spelled backwards, so that it does not find the request."""
        return {
            "secret_file": str(self.file),
            "scratch": str(self.folder / "scratch"),
            "server": os.getpid(),
            "port": self.port.getsockname()[1],
            "unix": str(self.folder / "unix"),
            "memory": MEMORY_PREFIX[::-1],
            "marker": self.answer[::-1],
            "ctypes": f"{sysconfig.get_config_var('DESTSHARED')}/_ctypes.{sysconfig.get_config_var('SOABI')}.so",
            "product": str(Path(launch.__file__).parents[2]),
        }

    def _leaks(self, execution: Execution) -> Iterator[str]:
        outcomes = [outcome for group in execution.groups for outcome in group]
        claims = json.dumps([[outcome.value, outcome.message, outcome.error, outcome.stdout] for outcome in outcomes])
        told = execution.detail + repr(execution.entry) + "".join(codec.render(outcome.value, 300) for outcome in outcomes)
        for name, secret in {**self.planted, "answer": self.answer}.items():
            if secret in claims + told or secret.encode().hex() in claims:
                yield name
        if "REACHED" in claims:
            yield "a forbidden act"
        if self.hidden in execution.detail + repr(execution.entry) + repr(execution.groups[0]) + repr(execution.dynamic):
            yield "an input that is not shown"
        expected = codec.encode(self.answer)
        if any(codec.equal(expected, outcome.value, exact_floats=False) for outcome in outcomes):
            yield "the right answer"

    def _listen(self) -> None:
        """Give the secret to whoever connects."""
        while True:
            try:
                peer, _address = self.port.accept()
            except OSError:
                return
            self.contacts.append("a connection")
            with peer:
                peer.sendall(self.planted["port"].encode())

    def _contacts(self) -> list[str]:
        try:
            self.unix.recv(1)
            self.contacts.append("a datagram")
        except BlockingIOError:
            pass
        found, self.contacts = self.contacts, []
        return found

    def _changes(self) -> list[str]:
        found = [path.name for path in self.folder.iterdir() if path.name not in {"secret", "unix"}]
        if self.file.read_text() != self.planted["disk"] or self.file.stat().st_mode & 0o777 != _MODE:
            found.append("the secret's own file")
        return found


def said(source: str) -> dict[str, str]:
    """What the first lines of a program say about it."""
    return dict(re.findall(r"^# (ends|world): (.+)$", source, re.MULTILINE))


def below(pid: int) -> set[int]:
    """Every process below `pid`."""
    parents = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(entry.parent.name)] = int(fields[1])
    found, size = {pid}, 0
    while len(found) > size:
        size = len(found)
        found |= {child for child, parent in parents.items() if parent in found}
    return found - {pid}


@contextmanager
def opened(level: Level, world: str) -> Iterator[Lane]:
    """A lane in a folder of its own."""
    os.umask(0o077)
    with tempfile.TemporaryDirectory() as folder:
        lane = Lane(level, world, Path(folder))
        try:
            yield lane
        finally:
            lane.close()


def main(level: str, world: str, *paths: str) -> None:
    """Run the programs and print the report."""
    with opened(Level(level), world) as lane:
        rows = [lane.attack(Path(path)) for path in paths]
        honest = lane.honest()
        report = {
            "version": sys.version,
            "library": str(Path(os.__file__).parent),
            "uid": os.getuid(),
            "honest": honest,
            "control": lane.control(),
            "rows": [asdict(row) for row in rows],
        }
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
