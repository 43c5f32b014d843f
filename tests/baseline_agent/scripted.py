"""A model server that answers by a script: what providers do on bad days, over a real socket."""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

MODEL: Final = "Qwen/Qwen2.5-Coder-7B-Instruct"
STALL_S: Final = 60
"""A stalled answer is held for so long, unless the test ends first."""


@dataclass
class Script:
    """The server's side of a test.

    Attributes:
        answers: one for each request; the last one is given for ever.
        asked: bodies of the requests, in the order they came.
        url: address with `/v1`.
        over: set when the test ends; frees whoever is being held.
    """

    answers: Sequence["Answer"]
    asked: list[dict[str, Any]] = field(default_factory=list)
    url: str = ""
    over: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Exchange(BaseHTTPRequestHandler):
    """One request to the server."""

    script: Script

    def do_POST(self) -> None:
        """Answer as the script says."""
        length = int(self.headers["content-length"])
        with self.script.lock:
            at = len(self.script.asked)
            self.script.asked.append(json.loads(self.rfile.read(length)))
        with suppress(BrokenPipeError, ConnectionResetError):
            self.script.answers[min(at, len(self.script.answers) - 1)](self)

    def do_GET(self) -> None:
        """The list of models, with prices as the Hub states them."""
        providers = [
            {"provider": "one", "pricing": {"input": 1.0, "output": 2.0}},
            {"provider": "two", "pricing": {"input": 3.0, "output": 1.0}},
        ]
        self.reply(200, json.dumps({"data": [{"id": MODEL, "providers": providers}]}), {})

    def reply(self, status: int, body: str, headers: dict[str, str]) -> None:
        """A whole answer."""
        self.send_response(status)
        for name, value in {"content-length": str(len(body.encode())), "content-type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    def begin_stream(self) -> None:
        """The head of a streamed answer."""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()

    def event(self, value: object) -> None:
        """A line of the stream."""
        self.wfile.write(f"data: {value if isinstance(value, str) else json.dumps(value)}\n\n".encode())
        self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the standard library
        """Say nothing."""


Answer = Callable[[Exchange], None]


def chunk(text: str | None, finish_reason: str | None = None) -> dict[str, object]:
    """A part of a reply."""
    choice = {"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": finish_reason}
    return {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": MODEL, "choices": [choice]}


def says(text: str, finish_reason: str = "stop") -> Answer:
    """A good answer in three parts, with usage at its end."""

    def answer(exchange: Exchange) -> None:
        exchange.begin_stream()
        middle = len(text) // 2
        for part in (text[:middle], text[middle:]):
            exchange.event(chunk(part))
        exchange.event(chunk(None, finish_reason))
        usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
        exchange.event({**chunk(None), "choices": [], "usage": usage})
        exchange.event("[DONE]")

    return answer


def says_at_once(text: str) -> Answer:
    """The same as one object, for clients that do not stream."""
    message = {"role": "assistant", "content": text}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
    whole = {"id": "1", "object": "chat.completion", "created": 0, "model": MODEL, "choices": choices, "usage": usage}
    return lambda exchange: exchange.reply(200, json.dumps(whole), {})


def refuses(status: int, **headers: str) -> Answer:
    """An error status."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda exchange: exchange.reply(status, json.dumps({"error": {"message": f"no: {status}"}}), named)


def stalls(exchange: Exchange) -> None:
    """A stream that begins and then says nothing."""
    exchange.begin_stream()
    exchange.event(chunk("def"))
    exchange.script.over.wait(STALL_S)


def drips(exchange: Exchange) -> None:
    """A stream that never ends and never pauses for long."""
    exchange.begin_stream()
    while not exchange.script.over.wait(0.05):
        exchange.event(chunk("x"))


def drips_bytes(exchange: Exchange) -> None:
    """A line that never ends."""
    exchange.begin_stream()
    while not exchange.script.over.wait(0.05):
        exchange.wfile.write(b":")
        exchange.wfile.flush()


def breaks_off(exchange: Exchange) -> None:
    """A stream whose connection is lost in the middle of code that already parses."""
    exchange.begin_stream()
    exchange.event(chunk("x = 1\n"))


def no_choices(exchange: Exchange) -> None:
    """A stream of nothing."""
    exchange.begin_stream()
    exchange.event({**chunk(None), "choices": None})
    exchange.event("[DONE]")


def malformed(exchange: Exchange) -> None:
    """A stream that is no JSON."""
    exchange.begin_stream()
    exchange.event('{"choices": [{"delta": {"con')
    exchange.event("[DONE]")


def wrong_type(exchange: Exchange) -> None:
    """A stream of JSON that is no completion."""
    exchange.begin_stream()
    exchange.event("7")
    exchange.event("[DONE]")


@contextmanager
def serving(*answers: Answer) -> Iterator[Script]:
    """A running server."""
    script = Script(answers)
    handler = type("Bound", (Exchange,), {"script": script})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        script.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield script
        finally:
            script.over.set()
            server.shutdown()
            thread.join()
