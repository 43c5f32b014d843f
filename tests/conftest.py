"""What several folders of tests share: the real server, started once."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

START_S = 60
"""Importing OpenEnv and Gradio takes seconds, on a busy machine many."""

STOP_S = 15


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a real server over the packaged tasks, with a data folder of its own."""
    with running_server(tmp_path_factory.mktemp("server"), free_port()) as url:
        yield url


@contextmanager
def running_server(data_dir: Path, port: int) -> Iterator[str]:
    """A server process for as long as the context is open; its log lies in `data_dir`."""
    command = [sys.executable, "-m", "code_review_env", "serve", "--port", str(port)]
    with (data_dir / "server.log").open("ab") as log:
        process = subprocess.Popen(
            command, env=os.environ | {"CRE_DATA_DIR": str(data_dir)}, stdout=log, stderr=subprocess.STDOUT, cwd=data_dir
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _await_health(url, process, data_dir / "server.log")
            yield url
        finally:
            process.terminate()
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _await_health(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/health", timeout=5):  # noqa: S310 - our own http address
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    pytest.fail(f"the server did not start:\n{log.read_text('utf-8', 'replace')[-2000:]}")
