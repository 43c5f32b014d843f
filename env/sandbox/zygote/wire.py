"""Frames out of the child: four bytes of length, then JSON. Nothing here is trusted by the reader."""

import json
import os
import struct
from collections.abc import Callable
from typing import Any, Final

Frame = dict[str, Any]
Send = Callable[[Frame], None]

_HEADER: Final = 4
_PIECE: Final = 1 << 16
_DECODE: Final = json.JSONDecoder().decode
_ENCODE: Final = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


def receive(descriptor: int, read: Callable[[int, int], bytes] = os.read) -> Frame:
    """The next message of the server, which sends one at a time.

    Raises:
        ValueError: the line was closed, or somebody else read from it.
    """
    data = read(descriptor, _PIECE)
    while len(data) < _HEADER + int.from_bytes(data[:_HEADER], "big"):
        piece = read(descriptor, _PIECE)
        if not piece:
            reason = "the line was closed"
            raise ValueError(reason)
        data += piece
    message: Frame = _DECODE(data[_HEADER:].decode())
    return message


def asker(descriptor: int) -> Callable[[], Frame]:
    """A function that asks the server for the next message and waits for it."""
    read, write = os.read, os.write

    def ask() -> Frame:
        write(descriptor, b"?")
        return receive(descriptor, read)

    return ask


def packed(frame: Frame) -> bytes:
    """One frame as bytes."""
    body = _ENCODE(frame).encode()
    return struct.pack(">I", len(body)) + body


def sender(descriptor: int, limit: int) -> Send:
    """A function that writes one frame; one above `limit` bytes is replaced by a note that names its call."""
    write = os.write

    def send(frame: Frame) -> None:
        data = packed(frame)
        if len(data) > limit:
            data = packed({"kind": "too_large", "call": frame.get("call", -1)})
        rest = memoryview(data)
        while rest:
            rest = rest[write(descriptor, rest) :]

    return send
