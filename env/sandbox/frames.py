"""Frames that a hostile child wrote, read with caps: malformed or oversized input ends the reading, it never raises."""

import json
import struct
from collections.abc import Iterator
from typing import Any, Final

_HEADER: Final = 4

MAX_FRAMES: Final = 50_000
"""Reading this many takes a tenth of a second; an honest child writes one a call and one a group."""

Frame = dict[str, Any]


class FrameReader:
    """Cuts a byte stream into JSON objects.

    Attributes:
        broken: the stream stopped making sense; the rest of it is ignored.
    """

    def __init__(self, *, frame_bytes: int, total_bytes: int) -> None:
        self.broken = False
        self._frame_bytes = frame_bytes
        self._left = total_bytes
        self._frames_left = MAX_FRAMES
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Add bytes and give the frames that they complete."""
        self._left -= len(data)
        self.broken = self.broken or self._left < 0
        if self.broken:
            return
        self._buffer += data
        while len(self._buffer) >= _HEADER and not self.broken:
            (length,) = struct.unpack_from(">I", self._buffer)
            if length > self._frame_bytes:
                self.broken = True
                return
            if len(self._buffer) < _HEADER + length:
                return
            body = bytes(self._buffer[_HEADER : _HEADER + length])
            del self._buffer[: _HEADER + length]
            frame = parse(body)
            self._frames_left -= 1
            if frame is None or self._frames_left < 0:
                self.broken = True
                return
            yield frame


def parse(body: bytes) -> Frame | None:
    """One JSON object without floats, or None."""
    try:
        frame = _DECODE(body.decode(json.detect_encoding(body), "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    return frame if isinstance(frame, dict) else None


def _refuse(text: str) -> None:
    message = f"no number of this kind is part of a tree: {text[:20]}"
    raise ValueError(message)


_DECODE: Final = json.JSONDecoder(parse_float=_refuse, parse_constant=_refuse).decode
