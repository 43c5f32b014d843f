"""Dynamic code: an audit hook that sees a submission compile, run or rewrite code, whatever name it goes by.

The hook looks nothing up while it runs: every object it decides with is bound as a default, and defaults and code of a
function cannot be replaced without an event of their own. It guards the meaning of a score; the confinement guards the host.
"""

import ast
import collections
import dataclasses
import os
import sys
from collections.abc import Callable
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Final

EXIT_DYNAMIC: Final = 77
"""Exit status of a child that the hook ended, for the case that the submission closed the pipe."""

WATCHED: Final = frozenset(
    {"compile", "exec", "code.__new__", "function.__new__", "marshal.loads", "pickle.find_class", "object.__setattr__"}
)
_REWRITTEN: Final = frozenset({"__code__", "__defaults__", "__kwdefaults__"})
_TRUSTED: Final = (dataclasses, collections, ast)
"""Standard modules that generate code on behalf of an honest caller."""

NAMES: Final = (*sorted(WATCHED - {"object.__setattr__"}), "ctypes", *(f"object.__setattr__:{name}" for name in sorted(_REWRITTEN)))
"""Every event as it is reported."""

Hook = Callable[[str, tuple[Any, ...]], None]


def entrances(module: ModuleType) -> tuple[CodeType, ...]:
    """Code of everything public in a module: functions, methods of classes, and the functions nested in them."""
    found: list[CodeType] = []
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        members = vars(value).values() if isinstance(value, type) else (value,)
        for member in members:
            if isinstance(member, FunctionType):
                found += nested(member.__code__)
    return tuple(found)


def nested(code: CodeType) -> list[CodeType]:
    """A code object and every code object inside it."""
    found = [code]
    for inner in found:
        found += [constant for constant in inner.co_consts if isinstance(constant, CodeType)]
    return found


HOMES: Final = tuple((vars(module), entrances(module)) for module in _TRUSTED)
"""Globals and public code of the trusted modules, as they were before any submission."""


def hook(module_code: CodeType, allowed: frozenset[str], frames: dict[str, bytes], descriptor: int, *, enforce: bool) -> Hook:
    """The hook for one submission.

    Args:
        module_code: the compiled submission, whose execution is no event.
        allowed: event names that pass.
        frames: event name -> the frame to write when it happens.
        descriptor: where frames go.
        enforce: end the process at the first event.
    """
    def watch(  # noqa: PLR0913 - defaults are the only state that a submission cannot reach unseen
        event: str,
        operands: tuple[Any, ...],
        watched: frozenset[str] = WATCHED,
        rewritten: frozenset[str] = _REWRITTEN,
        own: CodeType = module_code,
        passing: frozenset[str] = allowed,
        homes: tuple[tuple[dict[str, Any], tuple[CodeType, ...]], ...] = HOMES,
        caller: Callable[[int], FrameType] = sys._getframe,
        write: Callable[[int, bytes], int] = os.write,
        leave: Callable[[int], None] = os._exit,
    ) -> None:
        name = event
        if event not in watched:
            if event[:7] != "ctypes.":
                return
            name = "ctypes"
        elif event == "object.__setattr__":
            if operands[1] not in rewritten:
                return
            name = "object.__setattr__:" + operands[1]
        elif event == "exec" and operands[0] is own:
            return
        if name in passing:
            return
        frame = caller(1)
        home = frame.f_globals
        for names, entries in homes:
            if names is home:
                while frame.f_back is not None and frame.f_back.f_globals is home:
                    frame = frame.f_back
                for entry in entries:
                    if entry is frame.f_code:
                        return
        try:
            write(descriptor, frames[name])
        finally:
            if enforce:
                leave(EXIT_DYNAMIC)

    return watch
