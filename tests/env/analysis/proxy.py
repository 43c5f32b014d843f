"""A language server between a client and ruff's own that misbehaves in one way, as `python proxy.py RUFF MODE`.

The first question for diagnostics, the canary's, is answered well, so that the server is believed.
"""

import json
import os
import subprocess
import sys
import threading
import time
from typing import IO, Any

Message = dict[str, Any]


def receive(stream: IO[bytes]) -> Message | None:
    """The next message."""
    length = -1
    while line := stream.readline():
        if line.lower().startswith(b"content-length:"):
            length = int(line.partition(b":")[2])
        if not line.strip():
            found: Message = json.loads(stream.read(length))
            return found
    return None


def framed(message: Message) -> bytes:
    """As it goes over the wire."""
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Proxy:
    """Hands messages on; `asked` counts the questions for diagnostics."""

    def __init__(self, ruff: str, mode: str) -> None:
        self.mode = mode
        self.server = subprocess.Popen([ruff, "server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.asked = 0
        self.last = 0
        self.previous: Message = {}

    def run(self) -> None:
        """Until either side ends."""
        threading.Thread(target=self.downwards, daemon=True).start()
        assert self.server.stdout is not None
        while (message := receive(self.server.stdout)) is not None:
            self.out(self.changed(message) if message.get("id") == self.last and self.asked > 1 else framed(message))
            if message.get("id") == self.last:
                self.previous = message

    def downwards(self) -> None:
        """From the client to ruff."""
        assert self.server.stdin is not None
        while (message := receive(sys.stdin.buffer)) is not None:
            if message.get("method") == "textDocument/diagnostic":
                self.asked, self.last = self.asked + 1, message["id"]
                if self.asked > 1 and self.mode == "dies when asked":
                    self.end()
            self.server.stdin.write(framed(message))
            self.server.stdin.flush()
        self.end()

    def end(self) -> None:
        """Take ruff along."""
        self.server.kill()
        os._exit(1)

    def out(self, data: bytes) -> None:
        """To the client."""
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        if self.mode == "dies in an answer" and self.asked > 1:
            self.end()

    def changed(self, message: Message) -> bytes:
        """The answer as this server spoils it."""
        right = framed(message)
        if self.mode == "hangs":
            time.sleep(60)
        return {
            "dies in an answer": right[: len(right) // 2],
            "hangs": right,
            "garbage": b"no protocol at all\r\n\r\n" * 3,
            "broken JSON": b"Content-Length: 9\r\n\r\n{broken}}",
            "no object": b"Content-Length: 2\r\n\r\n[]",
            "negative length": b"Content-Length: -5\r\n\r\n{}",
            "endless length": b"Content-Length: 99999999999\r\n\r\n{}",
            "an error": framed({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32603, "message": "no"}}),
            "no result": framed({"jsonrpc": "2.0", "id": message["id"]}),
            "a strange result": framed({**message, "result": {"items": [{"code": "F401"}]}}),
            "items of no list": framed({**message, "result": {"items": 7}}),
            "another id": framed({**message, "id": 99_999}),
            "the old answer late": framed(self.previous) + right,
            "the answer twice": right + right,
            "questions in between": framed({"jsonrpc": "2.0", "id": 7, "method": "workspace/unknown", "params": {}}) + right,
            "notes in between": framed({"jsonrpc": "2.0", "method": "window/logMessage", "params": {}}) + right,
            "header by header": b"X-Strange: 1\r\n" + right.replace(b"Content-Length", b"content-LENGTH"),
        }[self.mode]


if __name__ == "__main__":
    Proxy(*sys.argv[1:]).run()
