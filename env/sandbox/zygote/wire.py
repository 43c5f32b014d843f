"""Frames out of the child: four bytes of length, then JSON. Nothing here is trusted by the reader."""

import json
import os
import struct
from collections.abc import Callable
from typing import Any, Final

Frame = dict[str, Any]
Send = Callable[[Frame], None]

_ENCODE: Final = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


def read_all(descriptor: int) -> bytes:
    """Everything up to the end of the file."""
    pieces = []
    while piece := os.read(descriptor, 1 << 20):
        pieces.append(piece)
    return b"".join(pieces)


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
