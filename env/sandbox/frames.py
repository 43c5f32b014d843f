"""Frames that a hostile child wrote, read with caps: malformed or oversized input ends the reading, it never raises."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

_HEADER: Final = 4
_CALL: Final = b'{"call":'
_NUMBERED: Final = re.compile(_CALL + rb"[0-9]{1,9}")
"""How the frame of a call begins."""

MAX_FRAMES: Final = 50_000
"""Reading this many takes a tenth of a second; an honest child writes one a call and one a group."""

Frame = dict[str, Any]


class Known(NamedTuple):
    """The frame of a call whose bytes were decoded before.

    Attributes:
        call: the call's number.
        content: what the bytes were decoded to.
    """

    call: int
    content: object


class FrameReader:
    """Cuts a byte stream into JSON objects. Each gets a member `raw`: the bytes behind its first member.

    Attributes:
        broken: the stream stopped making sense; the rest of it is ignored.
    """

    def __init__(self, *, frame_bytes: int, total_bytes: int, known: Mapping[bytes, object] | None = None) -> None:
        """Read nothing yet.

        Args:
            frame_bytes: one frame at most.
            total_bytes: all frames at most.
            known: `raw` of frames of calls -> their content, which saves decoding them again.
        """
        self.broken = False
        self._frame_bytes = frame_bytes
        self._left = total_bytes
        self._frames_left = MAX_FRAMES
        self._known = known or {}
        self._pieces: list[bytes] = []
        self._held = 0
        self._wanted = _HEADER

    def feed(self, data: bytes) -> list[Frame | Known]:
        """Add bytes and give the frames that they complete."""
        self._left -= len(data)
        self.broken = self.broken or self._left < 0
        found: list[Frame | Known] = []
        if self.broken:
            return found
        self._pieces.append(data)
        self._held += len(data)
        if self._held >= self._wanted:
            self._cut(b"".join(self._pieces), found)
        return found

    def _cut(self, data: bytes, found: list[Frame | Known]) -> None:
        at, self._wanted = 0, _HEADER
        while not self.broken and at + _HEADER <= len(data):
            end = at + _HEADER + int.from_bytes(data[at : at + _HEADER], "big")
            self.broken = end - at - _HEADER > self._frame_bytes
            if self.broken or end > len(data):
                self._wanted = end - at
                break
            self._read(data[at + _HEADER : end], found)
            at = end
        self._pieces, self._held = [data[at:]], len(data) - at

    def _read(self, body: bytes, found: list[Frame | Known]) -> None:
        head, _, raw = body.partition(b",")
        content = self._known.get(raw)
        if content is not None and not _NUMBERED.fullmatch(head):
            content = None
        frame = parse(body) if content is None else Known(int(head[len(_CALL) :]), content)
        self._frames_left -= 1
        if frame is None or self._frames_left < 0:
            self.broken = True
            return
        if not isinstance(frame, Known):
            frame["raw"] = raw
        found.append(frame)


def parse(body: bytes) -> Frame | None:
    """One JSON object without floats, or None."""
    try:
        text = body.decode("ascii")
        frame, end = _SCAN(text, 0)
    except (ValueError, RecursionError, StopIteration):
        return None
    return frame if isinstance(frame, dict) and end == len(text) else None


def _refuse(text: str) -> None:
    message = f"no number of this kind is part of a tree: {text[:20]}"
    raise ValueError(message)


_SCAN: Final[Callable[[str, int], tuple[Any, int]]] = vars(json.JSONDecoder(parse_float=_refuse, parse_constant=_refuse))[
    "scan_once"
]
