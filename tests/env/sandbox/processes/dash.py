"""The oracle: /bin/dash in a scratch folder, with stub programs that write down how they were started."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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

FILES = {"a.txt": "alpha\n", "b.txt": "beta\n", "sub/c.txt": "gamma\n", ".hidden": "h\n", "two words.log": "w\n"}
TOOLS: dict[str, list[dict[str, Any]]] = {
    "tool": [{"stdout": "out\n"}],
    "fail": [{"exit": 3, "stderr": "bad\n"}],
    "cat": [{"echo": True}],
}
STUBS = {
    "tool": 'printf "%s\\0" "tool" "$@" "@@" >> "$LOG"; echo out',
    "fail": 'printf "%s\\0" "fail" "$@" "@@" >> "$LOG"; echo bad >&2; exit 3',
    "cat": 'printf "%s\\0" "cat" "$@" "@@" >> "$LOG"; exec /bin/cat',
}


@dataclass(frozen=True, slots=True)
class Seen:
    """What one script did."""

    status: int
    stdout: bytes
    stderr: bytes
    started: tuple[tuple[str, ...], ...]
    files: tuple[tuple[str, str], ...]


class Collected(Handle):
    """A handle that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.data = bytearray()

    def write(self, data: bytes) -> int:
        """Keep it."""
        self.data += data
        return len(data)


def virtual(script: str, stdin: bytes = b"") -> Seen | str:
    """Run a script in the virtual machine; the name of the feature when it is refused."""
    machine = Machine(Tree(dict(FILES)))
    loader = Loader(machine, Toolbox(TOOLS), shell.main)  # type: ignore[arg-type]
    out, err = Collected(), Collected()
    process = machine.create(None, {0: Text(stdin), 1: out, 2: err}, env=BASE_ENV)
    text = script.encode("utf-8", "surrogateescape").decode("latin-1")
    try:
        process.program = loader.execute(process, ["sh", "-c", text], ["/bin/sh"], "py")
    except Refused as refusal:
        return refusal.feature
    machine.settle()
    machine.close()
    if machine.refused:
        return machine.refused[0]
    started = sorted(
        tuple(arg.encode("latin-1").decode("utf-8", "surrogateescape") for arg in start.argv)
        for start in machine.starts[1:]
        if start.exe and not start.exe.endswith("/sh")
    )
    files = {path.removeprefix("/home/user/project/"): data for path, data in machine.tree.changes()}
    shown = tuple(
        sorted((path.encode("latin-1").decode("utf-8", "replace"), (data or b"").decode()) for path, data in files.items())
    )
    return Seen(process.status or 0, bytes(out.data), bytes(err.data), tuple(started), shown)


class Dash:
    """The real shell in a scratch folder that stands for the root of the virtual file system."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.bin = root / "usr/bin"
        self.bin.mkdir(parents=True)
        self.log = root / "log"
        for name, body in STUBS.items():
            path = self.bin / name
            path.write_text(f"#!/bin/dash\n{body}\n")
            path.chmod(0o755)
        (self.bin / "sh").symlink_to("/bin/dash")

    def run(self, script: str, stdin: bytes = b"") -> Seen:
        """Run a script in a fresh project folder."""
        home = self.root / "home/user"
        shutil.rmtree(self.root / "home", ignore_errors=True)
        for name, text in FILES.items():
            path = home / "project" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.log.write_bytes(b"")
        env = {**BASE_ENV, "HOME": str(home), "PATH": str(self.bin), "LOG": str(self.log)}
        done = subprocess.run(
            ["sh", "-c", os.fsencode(script)],  # noqa: S607 - argv[0]; the program is `executable`
            executable="/bin/dash",
            cwd=home / "project",
            env=env,
            input=stdin,
            capture_output=True,
            timeout=20,
            check=False,
        )
        return Seen(
            self._status(done.returncode),
            self._plain(done.stdout),
            self._plain(done.stderr),
            self._started(),
            self._files(home),
        )

    def _status(self, code: int) -> int:
        return code << 8 if code >= 0 else -code

    def _plain(self, data: bytes) -> bytes:
        return data.replace(str(self.root).encode(), b"").replace(b"/bin/cat: ", b"cat: ")

    def _started(self) -> tuple[tuple[str, ...], ...]:
        records = self._plain(self.log.read_bytes()).split(b"\0@@\0")
        words = [
            tuple(word.decode("utf-8", "surrogateescape") for word in record.split(b"\0")) for record in records if record
        ]
        return tuple(sorted(words))

    def _files(self, home: Path) -> tuple[tuple[str, str], ...]:
        project = home / "project"
        now = {
            os.fsencode(path.relative_to(project)).decode("utf-8", "replace"): path.read_bytes().decode()
            for path in project.rglob("*")
            if path.is_file()
        }
        return tuple(sorted((name, text) for name, text in now.items() if FILES.get(name) != text))
