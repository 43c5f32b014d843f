"""A child and its broker without a zygote: two plain forks of a fresh interpreter, as `python virtual.py ORDER ANSWER`."""

import json
import os
import socket
import struct
import sys
import threading
from pathlib import Path
from typing import Any, NoReturn

HERE = Path(__file__).parent
ZYGOTE = HERE.parents[3] / "env/sandbox/zygote"


def main(order: dict[str, Any]) -> dict[str, Any]:
    """Run every form of the order as one call of one child."""
    import asyncio  # noqa: F401, PLC0415 - what a zygote has loaded before it forks
    import glob  # noqa: F401, PLC0415
    import pathlib  # noqa: F401, PLC0415
    import pty  # noqa: F401, PLC0415
    import shlex  # noqa: F401, PLC0415
    import shutil  # noqa: F401, PLC0415
    import tempfile  # noqa: F401, PLC0415

    from processes import broker, hooks  # noqa: PLC0415 - found once the path is set

    hooks.prepare()
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    (report, report_in), (result, result_in) = os.pipe(), os.pipe()
    null = os.open(os.devnull, os.O_RDWR)
    pids = [os.fork()]
    if pids[0] == 0:
        _standard(null, ours.fileno(), report)
        broker.serve(theirs, report_in, order["world"])
    pids.append(os.fork())
    if pids[1] == 0:
        _standard(null, theirs.fileno(), report_in)
        _child(ours, result_in, order)
    for fd in (ours.detach(), theirs.detach(), report_in, result_in):
        os.close(fd)
    results, frames = _collect(result, report)
    statuses = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids]
    return {"results": json.loads(results or b"{}"), "frames": _frames(frames), "broker": statuses[0], "child": statuses[1]}


def _standard(null: int, *unwanted: int) -> None:
    os.dup2(null, 0)
    os.dup2(null, 1)
    for fd in unwanted:
        os.close(fd)


def _child(sock: socket.socket, result: int, order: dict[str, Any]) -> NoReturn:
    import play  # noqa: PLC0415 - a sibling
    from processes import hooks  # noqa: PLC0415

    leave, write = os._exit, os.write
    hooks.install(sock, order["world"])
    found = {}
    for index, (name, text) in enumerate(order["forms"].items()):
        hooks.begin_call(index, order.get("tools", {}).get(name, {}))
        found[name] = play.outcome(text, {"BIN": "/usr/bin", "SH": "/bin/sh"})
        hooks.end_call(index)
    data = json.dumps(found).encode()
    while data:
        data = data[write(result, data) :]
    leave(0)


def _collect(*fds: int) -> list[bytes]:
    found: dict[int, bytes] = {}

    def take(fd: int) -> None:
        with os.fdopen(fd, "rb") as file:
            found[fd] = file.read()

    threads = [threading.Thread(target=take, args=(fd,)) for fd in fds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [found[fd] for fd in fds]


def _frames(data: bytes) -> list[dict[str, Any]]:
    frames = []
    while data:
        (size,) = struct.unpack_from(">I", data)
        frames.append(json.loads(data[4 : 4 + size]))
        data = data[4 + size :]
    return frames


if __name__ == "__main__":
    sys.path[:0] = [str(ZYGOTE), str(HERE)]
    answer = main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    Path(sys.argv[2]).write_text(json.dumps(answer), encoding="utf-8")
