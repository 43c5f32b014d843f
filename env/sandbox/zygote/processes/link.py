"""Messages between the child and its broker: one question, one answer, with descriptors beside them.

A message is a length of four bytes and JSON, cut into packets, because the socket keeps packet borders and limits their size.
"""

import array
import errno
import json
import os
import socket
import struct
import time
from typing import Any, Final

Message = dict[str, Any]

EXIT_BROKER_GONE: Final = 79
"""Exit status of a child whose broker ended: the child spoke nonsense to it, or waited for what can never happen."""
PACKET: Final = 32768
"""Bytes of one packet; the default send buffer of a Unix socket takes several."""
MAX_MESSAGE: Final = 16 << 20
MAX_DESCRIPTORS: Final = 8

_PAUSE_S: Final = 0.001
_SLEEP: Final = time.sleep
"""The real one; the child's own becomes virtual later."""

_LENGTH: Final = struct.Struct(">I")
_ROOM: Final = socket.CMSG_LEN(MAX_DESCRIPTORS * array.array("i").itemsize)
_ENCODE: Final = json.JSONEncoder(ensure_ascii=True, check_circular=False, separators=(",", ":")).encode
_DECODE: Final = json.JSONDecoder().decode


class LinkFault(Exception):
    """The other side is gone or does not keep to the protocol."""


class Gone(LinkFault):
    """The other side has ended."""


def send(sock: socket.socket, message: Message, fds: tuple[int, ...] = ()) -> None:
    """Send one message.

    Raises:
        OSError: the other side is gone.
    """
    body = _ENCODE(message).encode()
    data = _LENGTH.pack(len(body)) + body
    if fds:
        _hand_over(sock, data[:PACKET], list(fds))
    else:
        sock.send(data[:PACKET])
    for start in range(PACKET, len(data), PACKET):
        sock.send(data[start : start + PACKET])


def _hand_over(sock: socket.socket, packet: bytes, fds: list[int]) -> None:
    """Send a packet with descriptors beside it.

    The kernel counts the descriptors that are under way by user, over all processes: what others have sent and not yet
    received is not this program's fault, so it waits.
    """
    while True:
        try:
            socket.send_fds(sock, [packet], fds)
        except OSError as fault:
            if fault.errno != errno.ETOOMANYREFS:
                raise
            _SLEEP(_PAUSE_S)
        else:
            return


def receive(sock: socket.socket) -> tuple[Message, list[int]]:
    """Receive one message and its descriptors, which belong to the caller.

    Raises:
        Gone: the other side has ended.
        LinkFault: what came is no message.
    """
    data, beside, _flags, _address = sock.recvmsg(PACKET, _ROOM)
    if not data:
        message = "gone"
        raise Gone(message)
    if len(data) < _LENGTH.size:
        message = "no message"
        raise LinkFault(message)
    (size,) = _LENGTH.unpack_from(data)
    body = bytearray(data[_LENGTH.size :])
    while len(body) < size <= MAX_MESSAGE:
        piece = sock.recv(PACKET)
        if not piece:
            break
        body += piece
    if len(body) != size:
        message = "a message that does not end"
        raise LinkFault(message)
    try:
        return _object(_DECODE(body.decode("ascii"))), _descriptors(beside)
    except (ValueError, RecursionError) as fault:
        message = "no JSON"
        raise LinkFault(message) from fault


def _descriptors(beside: list[tuple[int, int, bytes]]) -> list[int]:
    found = array.array("i")
    for level, kind, data in beside:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            found.frombytes(data[: len(data) - len(data) % found.itemsize])
    return found.tolist()


def _object(value: object) -> Message:
    if not isinstance(value, dict):
        message = "no object"
        raise LinkFault(message)
    return value


class Link:
    """The child's end.

    Attributes:
        live: after the last answer there were processes that can go on without a further question.
        reaped: processes of known status that were waited for; the broker learns of them with the next message.
    """

    def __init__(self, sock: socket.socket) -> None:
        self.live = False
        self.reaped: list[int] = []
        self._sock = sock
        self._leave = os._exit

    def ask(self, op: str, fds: tuple[int, ...] = (), **fields: object) -> tuple[Message, list[int]]:
        """Ask the broker and wait for the answer. A broker that has ended takes the process with it.

        Raises:
            OSError: what the call would have raised.
        """
        self.tell(op, fds, **fields)
        try:
            reply, received = receive(self._sock)
        except (LinkFault, ConnectionError):
            self._leave(EXIT_BROKER_GONE)
            raise
        self.live = reply["live"]
        if "errno" in reply:
            raise OSError(reply["errno"], reply.get("reason") or os.strerror(reply["errno"]))
        return reply, received

    def tell(self, op: str, fds: tuple[int, ...] = (), **fields: object) -> None:
        """Send the broker a message and go on. A broker that has ended takes the process with it."""
        message = {"op": op, **fields}
        if self.reaped:
            message["reaped"], self.reaped = self.reaped, []
        try:
            send(self._sock, message, fds)
        except ConnectionError:
            self._leave(EXIT_BROKER_GONE)
            raise
