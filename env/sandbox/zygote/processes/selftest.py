"""Ten honest ways to start a program, tried at start: a hook that misses its target would otherwise fail in silence."""

import asyncio
import glob
import json
import os
import select
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NoReturn

from processes import broker, hooks

WORLD: Final[dict[str, Any]] = {
    "tools": {
        "tool": [{"stdout": "out\n"}],
        "fail": [{"stderr": "bad\n", "exit": 3}],
        "cat": [{"echo": True}],
        "slow": [{"hang": True}],
    },
    "files": {"a.txt": "alpha\n"},
    "now": None,
}
_LEAVE: Final = os._exit


def _missing() -> object:
    try:
        return subprocess.run(["nosuch"], check=False)  # noqa: S607 - a program of the virtual machine, as all below
    except FileNotFoundError as fault:
        return fault.filename


def _timeout() -> object:
    begin = time.monotonic()
    try:
        return subprocess.run(["slow"], timeout=30, check=False)  # noqa: S607 - virtual
    except subprocess.TimeoutExpired:
        return round(time.monotonic() - begin)


def _pipes() -> object:
    with (
        subprocess.Popen(["tool"], stdout=subprocess.PIPE) as first,  # noqa: S607 - virtual
        subprocess.Popen(["cat"], stdin=first.stdout, stdout=subprocess.PIPE) as second,  # noqa: S607 - virtual
    ):
        if first.stdout is not None:
            first.stdout.close()
        return second.communicate()[0]


def _file() -> object:
    with open("o.txt", "w", encoding="utf-8") as file:  # noqa: PTH123 - the built-in is what is tried
        subprocess.run(["tool"], stdout=file, check=True)  # noqa: S607 - virtual
    return Path("o.txt").read_text(encoding="utf-8"), sorted(glob.glob("*.txt"))  # noqa: PTH207 - as above


def _kill() -> object:
    with subprocess.Popen(["slow"]) as process:  # noqa: S607 - virtual
        process.kill()
    return process.returncode


async def _exec() -> object:
    process = await asyncio.create_subprocess_exec("cat", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    return (await process.communicate(b"x"))[0], process.returncode


def _large() -> object:
    return len(subprocess.run(["cat"], input=b"x" * 200_000, stdout=subprocess.PIPE, check=True).stdout)  # noqa: S607 - virtual


def _spawn() -> object:
    return os.spawnvp(os.P_WAIT, "fail", ["fail"])  # noqa: S606 - one of the roads


FORMS: Final[dict[str, tuple[Callable[[], object], object]]] = {
    "run": (lambda: subprocess.run(["tool"], capture_output=True, text=True, check=True).stdout, "out\n"),  # noqa: S607 - virtual
    "failure": (lambda: subprocess.run(["fail"], capture_output=True, check=False).stderr, b"bad\n"),  # noqa: S607 - virtual
    "missing": (_missing, "nosuch"),
    "timeout": (_timeout, 30),
    "pipes": (_pipes, b"out\n"),
    "file": (_file, ("out\n", ["a.txt", "o.txt"])),
    "kill": (_kill, -9),
    "asyncio": (lambda: asyncio.run(_exec()), (b"x", 0)),
    "large": (_large, 200_000),
    "spawn": (_spawn, 3),
    "shell": (lambda: os.system("tool >o.txt && exit 4") >> 8, 4),  # noqa: S605, S607 - as above
}


def run() -> list[str]:
    """Try every form in a throwaway child with a broker of its own. Descriptor 0 must be the null device.

    Returns:
        One line for each form that does not do what it should; empty when all is well.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    result, result_in = os.pipe()
    report, report_in = os.pipe()
    pids = [_fork(lambda: broker.serve(theirs, report_in, WORLD), (ours.fileno(), report))]
    pids.append(_fork(lambda: _child(ours, result_in), (theirs.fileno(), report_in)))
    for fd in (ours.detach(), theirs.detach(), result_in, report_in):
        os.close(fd)
    answer, reports = _collected(result, report)
    seen = reports.count(b'"call"')
    for pid in pids:
        os.waitpid(pid, 0)
    failures: list[str] = json.loads(answer) if answer else ["the child ended early"]
    return failures + ([] if seen == len(FORMS) else [f"{seen} of {len(FORMS)} calls were reported"])


def _collected(*fds: int) -> list[bytes]:
    """Everything that comes out of the pipes, read side by side so that none fills up."""
    found = {fd: bytearray() for fd in fds}
    poller = select.poll()
    for fd in fds:
        poller.register(fd, select.POLLIN)
    left = len(fds)
    while left:
        for fd, _event in poller.poll():
            data = os.read(fd, 1 << 16)
            found[fd] += data
            if not data:
                poller.unregister(fd)
                os.close(fd)
                left -= 1
    return [bytes(data) for data in found.values()]


def _fork(body: Callable[[], NoReturn], unwanted: tuple[int, ...]) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        for fd in unwanted:
            os.close(fd)
        body()
    finally:
        _LEAVE(1)


def _child(sock: socket.socket, result: int) -> NoReturn:
    hooks.install(sock, WORLD)
    failures = []
    for index, (name, (form, expected)) in enumerate(FORMS.items()):
        hooks.begin_call(index, {})
        try:
            value = form()
        except (OSError, RuntimeError, subprocess.SubprocessError) as fault:
            value = fault
        hooks.end_call(index)
        if value != expected:
            failures.append(f"{name}: {value!r} instead of {expected!r}")
    os.write(result, json.dumps(failures).encode())
    _LEAVE(0)
