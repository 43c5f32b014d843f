"""Frames out of the child: four bytes of length, then JSON. Nothing here is trusted by the reader."""

import json
import os
from collections.abc import Callable
from typing import Any, Final

Frame = dict[str, Any]
Send = Callable[[Frame], object]

_HEADER: Final = 4
_PIECE: Final = 1 << 16
_C: Final[Any] = json.encoder
_SCAN: Final[Any] = vars(json.JSONDecoder())["scan_once"]
_PIECES: Final = _C.c_make_encoder(None, None, _C.c_encode_basestring_ascii, None, ":", ",", *[False] * 3)
"""The C functions behind `json.loads` and `json.dumps`: what Python wraps around them costs more than they do."""


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
    message: Frame = _SCAN(data[_HEADER:].decode(), 0)[0]
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
    body = "".join(_PIECES(frame, 0)).encode()
    return len(body).to_bytes(_HEADER, "big") + body


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
