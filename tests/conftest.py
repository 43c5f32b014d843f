"""What several folders of tests share: the real server in a process of its own."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import httpx
import hypothesis
import pytest

hypothesis.settings.register_profile("steady", deadline=None, derandomize=True)
hypothesis.settings.load_profile("steady")
"""The same examples in every run, and no clock: a busy machine is no failure."""

START_S = 120
"""Importing OpenEnv and Gradio takes seconds, on a busy machine many."""

STOP_S = 15
BOARD_EPISODES: Final = 2
"""Of the shared server's leaderboard."""

ANSWER_S = 60


class Server:
    """A server process over the packaged tasks, with a data folder that outlives restarts.

    Attributes:
        url: address, the same after every restart.
        log: file with all that the server printed.
    """

    def __init__(self, data_dir: Path, **variables: str) -> None:
        self._data_dir = data_dir
        self._variables = variables
        self._port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"http://127.0.0.1:{self._port}"
        self.log = data_dir / "server.log"

    def start(self) -> None:
        """Start the process and wait until it is healthy."""
        command = [sys.executable, "-m", "code_review_env", "serve", "--port", str(self._port)]
        env = os.environ | {"CRE_DATA_DIR": str(self._data_dir)} | self._variables
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, env=env, stdout=log, stderr=log, cwd=self._data_dir)
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline and self._process.poll() is None:
            if self._healthy():
                return
            time.sleep(0.1)
        pytest.fail(f"the server did not start:\n{self.log.read_text('utf-8', 'replace')[-2000:]}")

    def stop(self, number: int = signal.SIGTERM) -> float:
        """End the process by a signal; returns the seconds it took. Does nothing where none runs."""
        process, self._process = self._process, None
        if process is None:
            return 0.0
        began = time.monotonic()
        process.send_signal(number)
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        return time.monotonic() - began

    @property
    def pid(self) -> int:
        """Process id, 0 where none runs."""
        return self._process.pid if self._process else 0

    def children(self, words: str, parent: int = 0) -> list[int]:
        """Process ids of direct children, of the server or of a process below it, whose command line holds these words."""
        return [pid for pid in children(parent or self.pid) if words in command_line(pid)]

    def get(self, path: str, headers: dict[str, str] | None = None) -> Any:
        """The JSON answer of a GET; anything but success raises `httpx.HTTPStatusError`."""
        return httpx.get(self.url + path, headers=headers, timeout=ANSWER_S).raise_for_status().json()

    def read(self, path: str) -> str:
        """The text of a GET; anything but success raises `httpx.HTTPStatusError`."""
        return httpx.get(self.url + path, timeout=ANSWER_S).raise_for_status().text

    def post(self, path: str, body: object) -> Any:
        """The JSON answer of a POST; anything but success raises `httpx.HTTPStatusError`."""
        return self._post(path, body).raise_for_status().json()

    def error(self, path: str, body: object) -> tuple[int, Any]:
        """Status and JSON answer of a POST that is expected to be refused."""
        answer = self._post(path, body)
        return answer.status_code, answer.json()

    def _post(self, path: str, body: object) -> httpx.Response:
        content = json.dumps(body)  # escapes lone surrogates, which httpx would refuse to encode
        return httpx.post(self.url + path, content=content, headers={"content-type": "application/json"}, timeout=ANSWER_S)

    def _healthy(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health", timeout=5).is_success
        except httpx.TransportError:
            return False


def children(pid: int) -> list[int]:
    """Process ids of direct children, also of those that a thread started."""
    found = []
    with suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += [int(child) for child in (task / "children").read_text("ascii").split()]
    return found


def command_line(pid: int) -> str:
    """Arguments joined by blanks, or "" where the process is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace").replace("\0", " ")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


TABLES: Final = pytest.StashKey[list[str]]()
"""What the suite prints at its end: tables of attacks, exploits and forms."""


def tables(config: pytest.Config) -> list[str]:
    """The list to add to; in a worker of pytest-xdist it travels to the controller."""
    worker: dict[str, Any] | None = getattr(config, "workeroutput", None)
    return config.stash.setdefault(TABLES, []) if worker is None else worker.setdefault("tables", [])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Collect the tables of a worker of pytest-xdist."""
    node.config.stash.setdefault(TABLES, []).extend(getattr(node, "workeroutput", {}).get("tables", []))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print every table."""
    for table in config.stash.get(TABLES, []):
        terminalreporter.write_line(table)


@pytest.fixture(scope="session")
def print_table(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Add a table to the end of the run's output."""
    return tables(request.config).append


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One running server for all tests; each begins episodes of its own."""
    server = Server(tmp_path_factory.mktemp("server"), CRE_BOARD_EPISODES=str(BOARD_EPISODES))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def server_url(server: Server) -> str:
    """Address of the shared server."""
    return server.url


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may start, kill and restart."""
    server = Server(tmp_path)
    yield server
    server.stop()
