"""Runs the mounted image as an engine would: uid 1000 as process 1, nothing else visible, a root that nobody can write."""

import os
import shlex
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

from build import Failed, Image

UID: Final = 1000
POLL_S: Final = 0.02
PATIENCE_S: Final = 120
"""A start that takes longer is not waited for; how long is good is the check's to say."""

KILL_AFTER_S: Final = 30
_SECOND: Final = 1.0


def script(root: Path, data: Path, command: Sequence[str], workdir: str) -> str:
    """Shell program that makes the container's view of the machine and becomes its process 1.

    Args:
        root: files of the image.
        data: folder of this machine that the container sees at /data.
        command: of the image.
        workdir: of the image.
    """
    place = shlex.quote(str(root))
    identity = f"--reuid={UID} --regid={UID} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all"
    inside = shlex.quote(f"cd {shlex.quote(workdir)} && exec {shlex.join(command)}")
    return "\n".join(
        [
            "set -e",
            f"mount --bind {place} {place}",
            f"mount -o remount,bind,ro {place}",
            f"mount --rbind /dev {place}/dev",
            f"mount -t proc proc {place}/proc",
            f"mount -t tmpfs -o mode=1777 tmpfs {place}/tmp",  # noqa: S108 - a fresh one of the container
            f"mount --bind {shlex.quote(str(data))} {place}/data",
            f"exec chroot {place} setpriv {identity} /bin/sh -c {inside}",
        ]
    )


def free_port() -> int:
    """A port of the loopback interface that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def cpu_s(pid: int) -> float:
    """Seconds of CPU that a process and all below it have taken, those that have ended included."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    threads = Path(f"/proc/{pid}/task").iterdir()
    children = [int(child) for thread in threads for child in (thread / "children").read_text("ascii").split()]
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") + sum(map(cpu_s, children))


@dataclass(frozen=True, slots=True)
class Start:
    """How long a start took.

    Attributes:
        wall_s: until it was healthy.
        cpu_s: of all its processes. Where nothing else runs, a start takes no longer than that.
    """

    wall_s: float
    cpu_s: float

    @property
    def seconds(self) -> float:
        """On a machine that others leave alone."""
        return min(self.wall_s, self.cpu_s)

    def told(self) -> str:
        """Both."""
        return f"{self.wall_s:.1f} s, {self.cpu_s:.1f} s of CPU"


@dataclass(slots=True)
class Container:
    """The image's own command with its own environment, but for the address.

    Attributes:
        image: to run.
        data: what lasts; mounted at /data.
        log: takes what the container prints.
        port: on the loopback interface.
    """

    image: Image
    data: Path
    log: Path
    port: int = field(default_factory=free_port)
    _process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Address of the server."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Start:
        """Start it and wait until it answers as healthy.

        Raises:
            Failed: it ended, or did not answer in time.
        """
        config = self.image.config
        own = dict(line.split("=", 1) for line in config["Env"])
        env = own | {"CRE_HOST": "127.0.0.1", "CRE_PORT": str(self.port), "HOME": "/home/user"}
        inside = script(self.image.root, self.data, config["Cmd"], config["WorkingDir"])
        command = ["unshare", "--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child", "/bin/sh", "-c", inside]
        began = time.monotonic()
        with self.log.open("ab") as sink:
            self._process = subprocess.Popen(command, env=env, stdout=sink, stderr=sink, stdin=subprocess.DEVNULL)
        while time.monotonic() - began < PATIENCE_S and self._process.poll() is None:
            if self._answers():
                return Start(time.monotonic() - began, cpu_s(self._first(self._process.pid)))
            time.sleep(POLL_S)
        message = f"the container did not become healthy; what it printed is in {self.log}"
        raise Failed(message)

    def stop(self, number: int = signal.SIGTERM) -> float:
        """Send its process 1 a signal; returns the seconds until it was gone. Does nothing where none runs."""
        process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return 0.0
        began = time.monotonic()
        os.kill(self._first(process.pid), number)
        try:
            process.wait(KILL_AFTER_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        return time.monotonic() - began

    def status(self) -> Mapping[str, str]:
        """What the kernel tells of its process 1."""
        process = self._process
        if process is None:
            return {}
        lines = Path(f"/proc/{self._first(process.pid)}/status").read_text("ascii").splitlines()
        return dict(line.split(":\t", 1) for line in lines if ":\t" in line)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health", timeout=_SECOND).is_success
        except httpx.TransportError:
            return False

    @staticmethod
    def _first(unshare: int) -> int:
        return int(Path(f"/proc/{unshare}/task/{unshare}/children").read_text("ascii").split()[0])
