"""The oracle: /bin/dash in a scratch folder, with stub programs that write down how they were started."""

import os
import random
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ZYGOTE = Path(__file__).parents[4] / "env/sandbox/zygote"
if str(ZYGOTE) not in sys.path:
    sys.path.insert(0, str(ZYGOTE))

from processes import shell  # noqa: E402 - the virtual machine imports its siblings by bare name
from processes.handles import Handle, Text  # noqa: E402
from processes.machine import Machine  # noqa: E402
from processes.process import BASE_ENV  # noqa: E402
from processes.programs import Loader, Toolbox  # noqa: E402
from processes.syntax import Refused  # noqa: E402
from processes.tree import Tree  # noqa: E402

PROJECT: Final = "/home/user/project"
SHELLS: Final = ("sh", "dash")
RUNS: Final = 5
"""How often the real shell runs again where its programs run side by side."""
ORDERS: Final = 12
"""Orders of the virtual processes that are tried there."""


@dataclass(frozen=True, slots=True)
class Script:
    """A shell text and what stands around it.

    Attributes:
        text: as `sh -c` gets it.
        files: path below the project -> content.
        tools: programs as a task file spells them.
        env: differences from the environment of the virtual machine; None takes a name away.
        cwd: folder below the project.
        stdin: what can be read.
    """

    text: str
    files: Mapping[str, str] = field(default_factory=lambda: FILES)
    tools: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=lambda: TOOLS)
    env: Mapping[str, str | None] = field(default_factory=dict)
    cwd: str = ""
    stdin: bytes = b""

    def environment(self) -> dict[str, str]:
        """The whole environment."""
        both = {**BASE_ENV, **self.env}
        return {name: value for name, value in both.items() if value is not None}


FILES: Final = {"a.txt": "alpha\n", "b.txt": "beta\n", "sub/c.txt": "gamma\n", ".hidden": "h\n", "two words.log": "w\n"}
TOOLS: Final[dict[str, list[dict[str, Any]]]] = {
    "tool": [{"stdout": "out\n"}],
    "fail": [{"exit": 3, "stderr": "bad\n"}],
    "cat": [{"echo": True}],
}


@dataclass(frozen=True, slots=True)
class Seen:
    """What one script did."""

    status: int
    stdout: bytes
    stderr: bytes
    started: tuple[tuple[str, ...], ...]
    files: tuple[tuple[str, str], ...]

    def unordered(self) -> tuple[object, ...]:
        """The same without the order in which programs side by side printed."""
        return self.status, sorted(self.stdout), sorted(self.stderr), self.started, self.files

    def differences(self, other: "Seen") -> str:
        """Each field in which two differ."""
        names = [name for name in Seen.__slots__ if getattr(self, name) != getattr(other, name)]
        return "; ".join(f"{name}: {getattr(self, name)!r} != {getattr(other, name)!r}" for name in names)


class Collected(Handle):
    """A handle that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.data = bytearray()

    def write(self, data: bytes) -> int:
        """Keep it."""
        self.data += data
        return len(data)


class Shuffled(Machine):
    """Steps its processes in an order of its own: one of those that processes side by side may take."""

    source = random.Random(0)  # noqa: S311 - a seeded source

    def settle(self) -> None:
        """Run every process as far as it goes."""
        while ready := [p for p in self.processes.values() if p.program and (p.blocked is None or p.blocked.ready())]:
            self._step(self.source.choice(ready))


def virtual(script: Script, kind: Callable[[Tree], Machine] = Machine) -> Seen | str:
    """Run a script in the virtual machine; the name of the feature when it is refused."""
    machine = kind(Tree(dict(script.files)))
    loader = Loader(machine, Toolbox({name: list(runs) for name, runs in script.tools.items()}), shell.main)  # type: ignore[misc]
    out, err = Collected(), Collected()
    env = {name: value.encode("utf-8", "surrogateescape").decode("latin-1") for name, value in script.environment().items()}
    process = machine.create(None, {0: Text(script.stdin), 1: out, 2: err}, f"{PROJECT}/{script.cwd}".rstrip("/"), env)
    text = script.text.encode("utf-8", "surrogateescape").decode("latin-1")
    try:
        process.program = loader.execute(process, ["sh", "-c", text], ["/bin/sh"], "py")
    except Refused as refusal:
        return refusal.feature
    machine.settle()
    machine.close()
    if machine.refused:
        return machine.refused[0]
    started = sorted(
        tuple(_plain(arg) for arg in start.argv)
        for start in machine.starts[1:]
        if start.exe.rpartition("/")[2] not in {"", *SHELLS}
    )
    files = sorted(
        (_path(path), "" if data is None else data.decode("utf-8", "replace")) for path, data in machine.tree.changes()
    )
    return Seen(process.status or 0, bytes(out.data), bytes(err.data), tuple(started), tuple(files))


def _plain(text: str) -> str:
    return text.encode("latin-1").decode("utf-8", "surrogateescape")


def _path(path: str) -> str:
    return path.encode("latin-1").decode("utf-8", "replace").removeprefix(f"{PROJECT}/")


class Dash:
    """The real shell in a scratch folder that stands for the root of the virtual file system."""

    def __init__(self, root: Path, tools: Mapping[str, Sequence[Mapping[str, Any]]] = TOOLS, *, drains: bool = False) -> None:
        """With `drains` the programs read all their input, as the scripted ones do."""
        self.root = root
        self.log = root / "log"
        self.home = root / "home/user"
        bin_ = root / "usr/bin"
        bin_.mkdir(parents=True)
        for name, runs in tools.items():
            if not runs[0].get("missing"):
                (bin_ / name).write_text(
                    _stub(name, runs, root / "count", drains=drains), encoding="utf-8", errors="surrogateescape"
                )
                (bin_ / name).chmod(0o755)
        for name in SHELLS:
            (bin_ / name).symlink_to("/bin/dash")
        self._fresh: Mapping[str, str] | None = None

    def run(self, script: Script) -> Seen:
        """Run a script in a fresh project folder."""
        if self._fresh != script.files:
            self._prepare(script.files)
        self.log.write_bytes(b"")
        shutil.rmtree(self.root / "count", ignore_errors=True)
        (self.root / "count").mkdir()
        env = {**script.environment(), "LOG": str(self.log)}
        env |= {"HOME": str(self.home), "PATH": str(self.root / "usr/bin")}
        done = subprocess.run(
            ["sh", "-c", os.fsencode(script.text)],  # noqa: S607 - argv[0]; the program is `executable`
            executable="/bin/dash",
            cwd=self.home / "project" / script.cwd,
            env={name: env[name] for name in env if name in ("LOG", *script.environment())},
            input=script.stdin,
            capture_output=True,
            timeout=20,
            check=False,
        )
        files = dict(self._files())
        changed = sorted(
            (name, files.get(name, "")) for name in {*files, *script.files} if files.get(name) != script.files.get(name)
        )
        self._fresh = None if changed else script.files
        status = done.returncode << 8 if done.returncode >= 0 else -done.returncode
        return Seen(status, self._plain(done.stdout), self._plain(done.stderr), self._started(), tuple(changed))

    def _prepare(self, files: Mapping[str, str]) -> None:
        shutil.rmtree(self.root / "home", ignore_errors=True)
        (self.home / "project").mkdir(parents=True)
        for name, text in files.items():
            path = self.home / "project" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogateescape"))

    def _plain(self, data: bytes) -> bytes:
        return data.replace(str(self.root).encode(), b"").replace(b"/bin/cat: ", b"cat: ")

    def _started(self) -> tuple[tuple[str, ...], ...]:
        records = self._plain(self.log.read_bytes()).split(b"\0@@\0")
        words = [
            tuple(word.decode("utf-8", "surrogateescape") for word in record.split(b"\0")) for record in records if record
        ]
        return tuple(sorted(words))

    def _files(self) -> Iterator[tuple[str, str]]:
        for folder, _, names in os.walk(os.fsencode(self.root / "home")):
            for name in names:
                path = Path(os.fsdecode(os.path.join(folder, name)))  # noqa: PTH118 - bytes
                shown = self._plain(os.fsencode(path)).decode("utf-8", "replace").removeprefix(f"{PROJECT}/")
                yield shown, self._plain(path.read_bytes()).decode("utf-8", "replace")


def _stub(name: str, runs: Sequence[Mapping[str, Any]], counts: Path, *, drains: bool) -> str:
    """A program for dash that does what the scripted one does at its first, second, ... start."""
    body = [f'#!/bin/dash\nprintf "%s\\0" {shlex.quote(name)} "$@" "@@" >> "$LOG"']
    if len(runs) > 1:
        count = shlex.quote(str(counts / name))
        body.append(f"read -r n 2>/dev/null < {count}; echo x$n > {count}")
    for number, run in enumerate(runs):
        text = _branch(run, drains=drains)
        body.append(text if number == len(runs) - 1 else f"[ ${{#n}} = {number} ] && {{ {text}; }}")
    return "\n".join(body) + "\n"


def _format(text: str) -> str:
    """The text as a format of `printf`, which unlike an argument can hold a NUL."""
    return shlex.quote(text.replace("\\", "\\\\").replace("%", "%%").replace("\0", "\\000"))


def _branch(run: Mapping[str, Any], *, drains: bool) -> str:
    if run.get("echo"):
        return "exec /bin/cat"
    parts = [f"printf -- {_format(run['stdout'])}"] if run.get("stdout") else []
    parts += [f"printf -- {_format(run['stderr'])} >&2"] if run.get("stderr") else []
    parts += ["[ -p /dev/stdin ] && /bin/cat > /dev/null"] if drains else []
    return "; ".join([*parts, f"exit {run.get('exit', 0)}"])


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the two compare: `agrees`, `side by side`, `refused` or `differs`, and what there is to say about it."""

    kind: str
    detail: str = ""


class Judge:
    """Compares the virtual shell with the real one.

    Programs that run side by side print, write and die of a closed pipe in an order that the kernel picks, so there the
    real shell runs several times, also with programs that read all their input, and the virtual one in several orders.
    """

    def __init__(self, root: Path, tools: Mapping[str, Sequence[Mapping[str, Any]]] = TOOLS) -> None:
        self._real = Dash(root / "real", tools)
        self._draining = Dash(root / "draining", tools, drains=True)

    def compare(self, script: Script) -> Verdict:
        """Run the script on both sides."""
        mine = virtual(script)
        if isinstance(mine, str):
            return Verdict("refused", mine)
        real = self._real.run(script)
        if mine == real:
            return Verdict("agrees")
        if not {"|", "&"}.isdisjoint(script.text) and self._side_by_side(script, mine):
            return Verdict("side by side")
        return Verdict("differs", mine.differences(real))

    def _side_by_side(self, script: Script, mine: Seen) -> bool:
        theirs = [self._real.run(script) for _ in range(RUNS)] + [self._draining.run(script) for _ in range(2)]
        orders = [virtual(script, Shuffled) for _ in range(ORDERS)]
        ours = [mine, *(seen for seen in orders if isinstance(seen, Seen))]
        return not {repr(seen.unordered()) for seen in ours}.isdisjoint(repr(seen.unordered()) for seen in theirs)
