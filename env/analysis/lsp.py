"""One small client for language servers: JSON-RPC 2.0 over the standard streams of a child process."""

import itertools
import json
import logging
import os
import select
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import IO, Any, Final

from code_review_env.env.errors import LanguageServerLost

LOG: Final = logging.getLogger(__name__)

UTF_32: Final = "utf-32"
"""Positions in code points, as everywhere in this package."""

DEFAULT_ENCODING: Final = "utf-16"
"""What a server means that names none. Source: LSP 3.17, `positionEncoding`."""

NO_SUCH_METHOD: Final = -32601
"""Source: JSON-RPC 2.0, section 5.1."""

MAX_MESSAGE: Final = 64 << 20
"""Bytes of one message. A text of 64 KiB has no more findings than characters, each told in a few hundred bytes."""

NOTED: Final = frozenset(
    (
        "client/registerCapability",
        "client/unregisterCapability",
        "window/workDoneProgress/create",
        "workspace/diagnostic/refresh",
    )
)
"""Requests of servers that want a receipt and no more; basedpyright ends itself where one is refused."""

CAPABILITIES: Final = {
    "general": {"positionEncodings": [UTF_32, DEFAULT_ENCODING]},
    "textDocument": {"diagnostic": {"dynamicRegistration": True}},
    "workspace": {"configuration": True},
}


class LanguageClient:
    """One running server; safe to share between threads.

    Attributes:
        encoding: of positions, as negotiated.
    """

    encoding: str

    def __init__(self, command: Sequence[str], *, root: str, options: Mapping[str, Any], timeout_s: float) -> None:
        """Start the server and shake hands.

        Args:
            command: program and arguments; it gets an empty environment and the working folder `/`.
            root: URI of the workspace.
            options: `initializationOptions`; also the answer to each `workspace/configuration` item.
            timeout_s: wall seconds for one request, and for the write of any message.

        Raises:
            LanguageServerLost: it does not start or does not answer.
        """
        self._options = options
        self._timeout_s = timeout_s
        self._numbers = itertools.count(1)
        self._pending: dict[int, Future[Mapping[str, Any]]] = {}
        self._gone = False
        self._state = threading.Lock()
        self._writing = threading.Lock()
        self._process = _start(command)
        self._stdin, self._stdout = _pipes(self._process)
        os.set_blocking(self._stdin.fileno(), False)
        self._reader = threading.Thread(target=self._read, name="language-server", daemon=True)
        self._reader.start()
        try:
            self.encoding = self._shake_hands(root)
        except LanguageServerLost:
            self.kill()
            raise

    @property
    def pid(self) -> int:
        """Process id of the server."""
        return self._process.pid

    def request(self, method: str, params: object) -> Mapping[str, Any]:
        """Ask and wait for the result, which is empty where the server gives no object.

        Raises:
            LanguageServerLost: it died, was silent for too long, or answered with an error.
        """
        answer: Future[Mapping[str, Any]] = Future()
        with self._state:
            if self._gone:
                message = "the language server is gone"
                raise LanguageServerLost(message)
            number = next(self._numbers)
            self._pending[number] = answer
        try:
            self._send({"id": number, "method": method, "params": params})
            return answer.result(self._timeout_s)
        except TimeoutError as error:
            message = f"the language server did not answer {method} in {self._timeout_s} s"
            raise LanguageServerLost(message) from error
        finally:
            with self._state:
                self._pending.pop(number, None)

    def notify(self, method: str, params: object) -> None:
        """Tell something that has no answer.

        Raises:
            LanguageServerLost: it does not read.
        """
        self._send({"method": method, "params": params})

    def close(self) -> None:
        """End the server politely, and by force if it does not go."""
        with suppress(LanguageServerLost, subprocess.TimeoutExpired):
            self.request("shutdown", None)
            self.notify("exit", None)
            self._process.wait(self._timeout_s)
        self.kill()

    def kill(self) -> None:
        """End the server at once; whoever waits for an answer learns that it is gone."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        # Under the lock, so that no write can hit a descriptor that the system has given to somebody else.
        with self._writing:
            self._stdin.close()
        self._stdout.close()

    def _shake_hands(self, root: str) -> str:
        params = {
            "processId": None,
            "rootUri": root,
            "workspaceFolders": [{"uri": root, "name": "root"}],
            "capabilities": CAPABILITIES,
            "initializationOptions": self._options,
        }
        result = self.request("initialize", params)
        self.notify("initialized", {})
        try:
            return str(result["capabilities"].get("positionEncoding", DEFAULT_ENCODING))
        except (AttributeError, KeyError, TypeError) as error:
            message = "the language server named no capabilities"
            raise LanguageServerLost(message) from error

    def _send(self, message: Mapping[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode()
        try:
            with self._writing:
                _write(self._stdin.fileno(), b"Content-Length: %d\r\n\r\n%b" % (len(body), body), self._timeout_s)
        except (OSError, ValueError) as error:
            lost = "the language server does not read"
            raise LanguageServerLost(lost) from error

    def _read(self) -> None:
        try:
            while (message := _receive(self._stdout)) is not None:
                self._take(message)
        except (AttributeError, KeyError, LanguageServerLost, OSError, TypeError, ValueError) as error:
            LOG.warning("a language server broke the protocol: %r", error)
        # After nonsense nothing more is read, so a server that still runs would only make callers wait.
        self._process.kill()
        with self._state:
            self._gone = True
            waiting = list(self._pending.values())
        for answer in waiting:
            answer.set_exception(LanguageServerLost("the language server ended"))

    def _take(self, message: Mapping[str, Any]) -> None:
        if "method" in message:
            if "id" in message:
                self._send({"id": message["id"], **self._reply(message["method"], message.get("params") or {})})
            return
        with self._state:
            answer = self._pending.pop(message.get("id", 0), None)
        if answer is None:
            return
        if "result" in message:
            result = message["result"]
            answer.set_result(result if isinstance(result, Mapping) else {})
        else:
            answer.set_exception(LanguageServerLost(f"the language server refused: {message.get('error')}"))

    def _reply(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        if method == "workspace/configuration":
            return {"result": [self._options for _ in params["items"]]}
        if method in NOTED:
            return {"result": None}
        return {"error": {"code": NO_SUCH_METHOD, "message": f"no method {method}"}}


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        # A session of its own: Ctrl-C in the terminal is for us, and we close the server in order.
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
            cwd="/",
            start_new_session=True,
        )
    except OSError as error:
        message = "the language server does not start"
        raise LanguageServerLost(message) from error


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if process.stdin is None or process.stdout is None:
        message = "the language server has no streams"
        raise LanguageServerLost(message)
    return process.stdin, process.stdout


def _write(descriptor: int, data: bytes, timeout_s: float) -> None:
    deadline = time.monotonic() + timeout_s
    rest = memoryview(data)
    ready = select.poll()
    ready.register(descriptor, select.POLLOUT)
    while rest:
        if not ready.poll(max(0.0, deadline - time.monotonic()) * 1000):
            raise TimeoutError
        with suppress(BlockingIOError):
            rest = rest[os.write(descriptor, rest) :]


def _receive(stream: IO[bytes]) -> Mapping[str, Any] | None:
    """The next message, or None where there is none: at the end of the stream and in nonsense."""
    length = -1
    while line := stream.readline():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
        if not line.strip():
            message = json.loads(stream.read(length)) if 0 <= length <= MAX_MESSAGE else None
            return message if isinstance(message, Mapping) else None
    return None
