"""Our end of the line to a child: it gets one message at a time, and a byte of its own asks for the next."""

import select
import socket
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

_QUESTIONS: Final = 64
"""Bytes read at once; an honest child sends one."""


class Line:
    """Hands out messages without ever blocking. Whoever opened the socket closes it."""

    def __init__(self, end: socket.socket, messages: Sequence[bytes]) -> None:
        """Send the first message as far as there is room."""
        end.settimeout(0)
        self._end = end
        self._left = deque(messages)
        self._rest = memoryview(b"")
        self._watched = 0
        self.go_on()

    def go_on(self) -> None:
        """Begin with the next message."""
        self._rest = memoryview(self._left.popleft())
        self._push()

    def watch(self, poller: select.poll) -> None:
        """Have the poller look for what is of interest now."""
        events = (select.POLLOUT if self._rest else 0) | (select.POLLIN if self._left else 0)
        if events == self._watched:
            return
        if events:
            poller.register(self._end, events)
        else:
            poller.unregister(self._end)
        self._watched = events

    def serve(self, ready: Mapping[int, int]) -> bool:
        """Act on what the poller found; True when the child asks for the next message."""
        events = ready.get(self._end.fileno(), 0)
        if events & select.POLLOUT:
            self._push()
        asked = bool(events & select.POLLIN) and self._is_asked()
        if events & (select.POLLHUP | select.POLLERR):
            self._give_up()
        return asked and bool(self._left) and not self._rest

    def _is_asked(self) -> bool:
        try:
            asked = self._end.recv(_QUESTIONS) != b""
        except OSError:
            asked = False
        if not asked:  # half closed, it would be ready to be read for ever
            self._give_up()
        return asked

    def _push(self) -> None:
        try:
            self._rest = self._rest[self._end.send(self._rest) :]
        except BlockingIOError:
            return
        except OSError:
            self._give_up()

    def _give_up(self) -> None:
        """Nobody listens any more; how the process ends is seen elsewhere."""
        self._left.clear()
        self._rest = memoryview(b"")
