"""The physical floor: what a fresh process, a look by ruff and a parse cost at the very least, measured without our engine.

A submission needs a process of its own, its lint and its syntax tree. Each of the three is measured by the shortest code that
does it: a fork of a warm interpreter that exits at once, a document through a running `ruff server` with prepared bytes and
no reading of the answer, and `ast.parse`.
"""

import ast
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from code_review_env.benchmarks.corpus import Submission
from code_review_env.benchmarks.cpu import metered
from code_review_env.benchmarks.record import Figure
from code_review_env.benchmarks.sides import Each, Sample, Series, Side
from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.analysis.ruff_server import ROOT, Rules
from code_review_env.env.sandbox import zygote
from code_review_env.tasks.curriculum import Curriculum

FORK, LINT, PARSE = "fork and exit", "ruff server", "ast.parse"
PARTS: Final = (FORK, LINT, PARSE)
SUM: Final = "floor"

_SCRIPT: Final = Path(__file__).with_name("warm_fork.py")
_SWITCHES: Final = ("-I", "-S", "-B", "-X", "utf8")
_CAPABILITIES: Final = {
    "general": {"positionEncodings": ["utf-32"]},
    "textDocument": {"diagnostic": {"dynamicRegistration": False}},
}


@contextmanager
def floor(curriculum: Curriculum) -> Iterator[list[Side]]:
    """The three parts as sides, for as long as the context is open."""
    with ExitStack() as stack:
        forks = stack.enter_context(_piped([sys.executable, *_SWITCHES, str(_SCRIPT), zygote.__path__[0]]))
        warm = _Forks(forks)
        warm.fork(1)  # answers when its modules are loaded
        servers: dict[str, _Server] = {}
        for stage in curriculum.stages:
            process = stack.enter_context(_piped([str(Ruff.installed().path), "server"]))
            servers[stage.name] = _Server(process)
            servers[stage.name].shake_hands(Rules(stage.select, stage.max_complexity).options())
        yield [warm, _Lint(servers), Each(PARSE, lambda one: bool(ast.parse(one.code).body))]


@contextmanager
def _piped(command: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}, cwd="/"
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _streams(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if process.stdin is None or process.stdout is None:
        message = "opened without pipes"
        raise ValueError(message)
    return process.stdin, process.stdout


@dataclass(frozen=True, slots=True)
class _Forks:
    """As many forks as submissions, timed inside the warm process."""

    process: subprocess.Popen[bytes]
    name: str = FORK

    def treat(self, submissions: Sequence[Submission]) -> Sample:
        """Fork and exit once for each."""
        began = time.perf_counter()
        answer = self.fork(len(submissions))
        total = time.perf_counter() - began
        return Sample(answer["walls_s"], total, {"forks": answer["cpu_s"]})

    def fork(self, times: int) -> dict[str, Any]:
        """Have so many forks made; seconds of each and CPU seconds of all."""
        stdin, stdout = _streams(self.process)
        stdin.write(b"%d\n" % times)
        stdin.flush()
        answer: dict[str, Any] = json.loads(stdout.readline())
        return answer


class _Server:
    """A `ruff server` spoken to with as little as the protocol allows."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._stdin, self._stdout = _streams(process)
        self._number = 1

    def shake_hands(self, options: Mapping[str, Any]) -> None:
        """Begin the session."""
        params = {
            "processId": None,
            "rootUri": ROOT,
            "workspaceFolders": [{"uri": ROOT, "name": "root"}],
            "capabilities": _CAPABILITIES,
            "initializationOptions": options,
        }
        self.ask(_message({"id": 0, "method": "initialize", "params": params}), b'"id":0')
        self._stdin.write(_message({"method": "initialized", "params": {}}))
        self._stdin.flush()

    def prepare(self, source: str) -> tuple[bytes, bytes]:
        """The bytes that have a text judged, and what marks their answer."""
        self._number += 1
        name = {"uri": f"{ROOT}/{self._number}/submission.py"}
        document = {**name, "languageId": "python", "version": 1, "text": source}
        messages = (
            {"method": "textDocument/didOpen", "params": {"textDocument": document}},
            {"id": self._number, "method": "textDocument/diagnostic", "params": {"textDocument": name}},
            {"method": "textDocument/didClose", "params": {"textDocument": name}},
        )
        return b"".join(_message(one) for one in messages), b'"id":%d,' % self._number

    def ask(self, request: bytes, mark: bytes) -> None:
        """Send bytes and wait for the message with that mark."""
        self._stdin.write(request)
        self._stdin.flush()
        while mark not in self._receive():
            pass

    def _receive(self) -> bytes:
        length = 0
        while (line := self._stdout.readline().strip()) or not length:
            name, _, number = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(number)
            elif not line:
                message = "the language server ended"
                raise EOFError(message)
        return self._stdout.read(length)


def _message(content: Mapping[str, object]) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **content}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


@dataclass(frozen=True, slots=True)
class _Lint:
    """One document for each submission, under the rules of its stage."""

    servers: Mapping[str, _Server]
    name: str = LINT

    def treat(self, submissions: Sequence[Submission]) -> Sample:
        """Have each text judged."""
        prepared = [(self.servers[one.task.stage], *self.servers[one.task.stage].prepare(one.code)) for one in submissions]
        sample = Sample()
        with metered() as cpu:
            began = time.perf_counter()
            for server, request, mark in prepared:
                start = time.perf_counter()
                server.ask(request, mark)
                sample.walls_s.append(time.perf_counter() - start)
            sample.total_s = time.perf_counter() - began
        sample.cpu_s = cpu
        return sample


def figures(part: str, found: Mapping[str, Series]) -> Iterator[Figure]:
    """The floor by its parts and in sum."""
    parts = {name: found[name] for name in PARTS}
    for name, series in parts.items():
        yield Figure(part=part, subject=name, metric="p50", unit="ms", value=series.p50_ms)
        yield Figure(part=part, subject=name, metric="CPU", unit="ms", value=series.cpu_ms)
    yield Figure(part=part, subject=SUM, metric="p50", unit="ms", value=sum(one.p50_ms for one in parts.values()))
    yield Figure(part=part, subject=SUM, metric="CPU", unit="ms", value=sum(one.cpu_ms for one in parts.values()))
