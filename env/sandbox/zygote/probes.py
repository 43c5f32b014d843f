"""What a call is watched for beside its result. A probe says it as a tree; a program that asks for none has none.

Like every value of a child, what a probe says is a claim: it is made in the process that it watches.
"""

import asyncio
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

import objects
from codec import Tree
from processes import clock, local

_CAUSES: Final = 8
"""Length of a chain of causes that is told."""
_CAUSE: Final[Any] = BaseException.__dict__["__cause__"]
_SUPPRESS: Final[Any] = BaseException.__dict__["__suppress_context__"]
_MS: Final = 1000
_DEPTH: Final = 16
"""Nesting up to which arguments are counted and results turned back."""


class Probe:
    """Watches nothing."""

    def begin(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """A call is about to be made; gives the arguments to make it with."""
        return args, kwargs

    def plain(self, value: Any) -> Any:
        """A result or an argument as the caller knows it."""
        return value

    def caught(self, error: BaseException) -> None:
        """The call raised."""

    def end(self) -> Tree:
        """What was seen, once nothing of the call is alive."""
        return None


class Causes(Probe):
    """The chain of `__cause__` of the exception that left the call, and whether its context shows."""

    def __init__(self) -> None:
        self._seen: Tree = None

    def begin(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Start afresh."""
        self._seen = None
        return args, kwargs

    def caught(self, error: BaseException) -> None:
        """Note the chain."""
        names: list[str] = []
        cause = _CAUSE.__get__(error)
        while cause is not None and len(names) < _CAUSES:
            names.append(objects.type_name(cause))
            cause = _CAUSE.__get__(cause)
        self._seen = ["t", ["l", *names], _SUPPRESS.__get__(error)]

    def end(self) -> Tree:
        """What was seen."""
        return self._seen


class Handles(Probe):
    """Files that the call opened and did not close itself.

    The interpreter closes what nobody holds any longer. It tells the raw stream first, as it would warn of a real file.
    """

    def __init__(self) -> None:
        self._opened = self._closed = self._dropped = 0
        begin, close = local.Stream.__init__, local.Stream.close

        def opened(stream: local.Stream, *given: Any) -> None:
            self._opened += 1
            begin(stream, *given)

        def closed(stream: local.Stream) -> None:
            self._closed += not stream.closed
            close(stream)

        def dropped(_stream: local.Stream, _source: object) -> None:
            self._dropped += 1

        for name, method in {"__init__": opened, "close": closed, "_dealloc_warn": dropped}.items():
            setattr(local.Stream, name, method)

    def begin(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Start afresh."""
        self._opened = self._closed = self._dropped = 0
        return args, kwargs

    def end(self) -> Tree:
        """What was seen."""
        return self._opened - self._closed + self._dropped


class Operations(Probe):
    """Instructions of the submission, and comparisons and hashes of the texts and numbers that it was given.

    Args:
        own: identities of the submission's code.
    """

    def __init__(self, own: frozenset[int]) -> None:
        self._count = [0]
        self._counting: dict[type, type] = {kind: counting(kind, self._count) for kind in (str, int)}
        self._plain: dict[type, type] = {counted: kind for kind, counted in self._counting.items()}
        sys.settrace(_tracer(own, self._count))

    def begin(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Start afresh."""
        given = _converted(args, self._counting), _converted(kwargs, self._counting)
        self._count[0] = 0
        return given

    def plain(self, value: Any) -> Any:
        """Without what counts."""
        return _converted(value, self._plain)

    def end(self) -> Tree:
        """What was seen."""
        return self._count[0]


class Lag(Probe):
    """Virtual milliseconds for which a running event loop was held up, and those that passed in all."""

    def __init__(self, time: clock.Clock) -> None:
        self._lag = self._passed = 0.0
        self._held = False
        advance = time.advance

        def settled() -> None:
            self._held = asyncio._get_running_loop() is not None  # noqa: SLF001 - the documented one raises

        def advanced(seconds: float) -> None:
            self._passed += max(seconds, 0.0)
            self._lag += max(seconds, 0.0) if self._held else 0.0
            self._held = False
            advance(seconds)

        vars(time).update(_settle=settled, advance=advanced)

    def begin(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Start afresh."""
        self._lag = self._passed = 0.0
        return args, kwargs

    def end(self) -> Tree:
        """What was seen."""
        return ["t", round(_MS * self._lag), round(_MS * self._passed)]


def _tracer(own: frozenset[int], count: list[int]) -> Callable[..., Any]:
    def step(_frame: FrameType, event: str, _value: object) -> Callable[..., Any]:
        if event == "opcode":
            count[0] += 1
        return step

    def called(frame: FrameType, _event: str, _value: object) -> Callable[..., Any] | None:
        if id(frame.f_code) not in own:
            return None
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        return step

    return called


def counting(kind: Any, count: list[int]) -> Any:
    """A subclass that counts each comparison and each hash of its instances."""

    def counted(name: str) -> Callable[..., Any]:
        plain = getattr(kind, name)

        def method(*operands: Any) -> Any:
            count[0] += 1
            return plain(*operands)

        return method

    names = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__")
    return type(kind.__name__, (kind,), {name: counted(name) for name in names})


def _converted(value: Any, kinds: dict[type, type], depth: int = _DEPTH) -> Any:
    """The value with all texts and numbers in it of another type; a container within a container may be a cycle."""
    kind = type(value)
    if kind in kinds:
        return kinds[kind](value)
    if depth and kind in {list, tuple, set, frozenset}:
        return kind([_converted(item, kinds, depth - 1) for item in value])
    if depth and kind is dict:
        return {_converted(key, kinds, depth - 1): _converted(item, kinds, depth - 1) for key, item in value.items()}
    return value
