"""Clients that add as little as they can to what the server needs: plain HTTP/1.1 on a kept connection, and a WebSocket."""

import asyncio
import json
from typing import Any, Final, Protocol, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from code_review_env.benchmarks.serving import HOST

OPEN_S: Final = 60
ANSWER_S: Final = 120
LIMIT: Final = 1 << 22
OK: Final = b"200"


class Refused(Exception):
    """The server answered with an error, or not at all; the message says which."""


class Player(Protocol):
    """One client with one episode at a time."""

    async def reset(self, task: str) -> None:
        """Begin an episode of that task."""

    async def step(self, code: str) -> None:
        """Send one submission."""

    async def close(self) -> None:
        """Leave."""


class Web:
    """Over HTTP, where the episode is named in each request."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._episode = ""

    @classmethod
    async def open(cls, port: int) -> Self:
        """Connect."""
        return cls(*await asyncio.open_connection(HOST, port, limit=LIMIT))

    async def reset(self, task: str) -> None:
        """Begin an episode of that task."""
        answer = await self._post("/reset", {"task_id": task})
        self._episode = answer["observation"]["episode_id"]

    async def step(self, code: str) -> None:
        """Send one submission."""
        await self._post("/step", {"episode_id": self._episode, "action": {"code": code}})

    async def close(self) -> None:
        """Leave."""
        self._writer.close()

    async def _post(self, path: str, content: object) -> Any:  # noqa: ANN401 - JSON
        body = json.dumps(content).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        self._writer.write(head.encode() + body)
        try:
            async with asyncio.timeout(ANSWER_S):
                return await self._answer()
        except (OSError, EOFError, TimeoutError) as error:
            raise Refused(type(error).__name__) from error

    async def _answer(self) -> Any:  # noqa: ANN401 - JSON
        head = await self._reader.readuntil(b"\r\n\r\n")
        status, *fields = head.split(b"\r\n")
        length = next(int(field.partition(b":")[2]) for field in fields if field.lower().startswith(b"content-length:"))
        body = await self._reader.readexactly(length)
        if status.split()[1] != OK:
            message = f"{status.decode()} {body.decode()[:100]}"
            raise Refused(message)
        return json.loads(body)


class Socket:
    """Over a WebSocket, which is the episode."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    @classmethod
    async def open(cls, port: int) -> Self:
        """Connect."""
        return cls(await connect(f"ws://{HOST}:{port}/ws", open_timeout=OPEN_S, max_size=LIMIT))

    async def reset(self, task: str) -> None:
        """Begin an episode of that task."""
        await self._ask("reset", {"task_id": task})

    async def step(self, code: str) -> None:
        """Send one submission."""
        await self._ask("step", {"code": code})

    async def close(self) -> None:
        """Leave."""
        await self._connection.close()

    async def _ask(self, kind: str, data: object) -> None:
        try:
            await self._connection.send(json.dumps({"type": kind, "data": data}))
            async with asyncio.timeout(ANSWER_S):
                answer = json.loads(await self._connection.recv())
        except (OSError, TimeoutError, WebSocketException) as error:
            raise Refused(type(error).__name__) from error
        if answer["type"] != "observation":
            raise Refused(str(answer)[:100])
