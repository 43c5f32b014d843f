"""A server process of its own on 127.0.0.1, started for a measurement and ended after it."""

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HOST: Final = "127.0.0.1"
MODULE: Final = "code_review_env.benchmarks.serve"
_START_S: Final = 300.0
_STOP_S: Final = 15.0
_LOOK_S: Final = 0.02
_WORDS: Final = 500


class NotServing(Exception):
    """The server did not start; the message has the end of what it printed."""


@dataclass(frozen=True, slots=True)
class Serving:
    """A server that answers.

    Attributes:
        port: where.
        start_s: seconds from its start to its first healthy answer.
    """

    port: int
    start_s: float


@contextmanager
def serving(*, workers: int) -> Iterator[Serving]:
    """A healthy server.

    Raises:
        NotServing: it ended or stayed silent.
    """
    port = _free_port()
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, Path(folder, "log").open("w+b") as log:
        given = {"CRE_PORT": str(port), "CRE_HOST": HOST, "CRE_DATA_DIR": folder, "CRE_WORKERS": str(workers)}
        began = time.perf_counter()
        process = subprocess.Popen([sys.executable, "-m", MODULE], env=os.environ | given, stdout=log, stderr=log, cwd=folder)
        try:
            if not _becomes_healthy(process, port):
                said = Path(folder, "log").read_text("utf-8", "replace")[-_WORDS:]
                message = f"no healthy answer in {time.perf_counter() - began:.0f} s: {said or 'not a word'}"
                raise NotServing(message)
            yield Serving(port, time.perf_counter() - began)
        finally:
            _stop(process)


def _becomes_healthy(process: subprocess.Popen[bytes], port: int) -> bool:
    """Wait for the first healthy answer; False where the process ends or stays silent."""
    deadline = time.perf_counter() + _START_S
    while process.poll() is None and time.perf_counter() < deadline:
        if _healthy(port):
            return True
        time.sleep(_LOOK_S)
    return False


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _healthy(port: int) -> bool:
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == http.HTTPStatus.OK
    except OSError:
        return False
    finally:
        connection.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
