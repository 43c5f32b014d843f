"""Dynamic code: an audit hook that sees a submission compile, run or rewrite code, whatever name it goes by.

The functions below look nothing up while they run: every object they decide with is bound as a default, and neither the code
nor the defaults of a function can be replaced without an event of its own. The hook guards the meaning of a score; the
confinement guards the host.
"""

import ast
import builtins
import collections
import dataclasses
import dis
import os
import re
import sys
from collections.abc import Callable
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Final

EXIT_DYNAMIC: Final = 77
"""Exit status of a child that the hook ended, for the case that the submission closed the pipe."""

WATCHED: Final = frozenset(
    "compile exec code.__new__ function.__new__ marshal.load marshal.loads pickle.find_class object.__setattr__ "
    "sys.settrace sys.setprofile".split()
)
"""A trace function writes into the variables of other frames, and so into code that is about to be generated."""
_REWRITTEN: Final = frozenset({"__code__", "__defaults__", "__kwdefaults__"})
_SETATTR: Final = "object.__setattr__"
_IGNORED: Final = frozenset({"_", "__spec__", "open"})
"""Bindings that change by themselves or with the virtual files, and that generate nothing."""
_BUILDERS: Final = ("_init_fn", "_repr_fn", "_cmp_fn", "_hash_fn", "_frozen_get_del_attr")
"""Functions of `dataclasses` that write a method."""
_TRUSTED: Final = (dataclasses, collections, ast)
"""Standard modules that generate code on behalf of an honest caller."""

NAMES: Final = (*sorted(WATCHED - {_SETATTR}), "ctypes", *(f"{_SETATTR}:{name}" for name in sorted(_REWRITTEN)))
"""Every event as it is reported."""

Hook = Callable[[str, tuple[Any, ...]], None]
Bindings = tuple[tuple[dict[str, Any], str, object], ...]
Home = tuple[dict[str, Any], tuple[CodeType, ...], Bindings]


def nested(code: CodeType) -> list[CodeType]:
    """A code object and every code object inside it."""
    found = [code]
    for inner in found:
        found += [constant for constant in inner.co_consts if isinstance(constant, CodeType)]
    return found


def _entrances(module: ModuleType) -> tuple[CodeType, ...]:
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


def _state(module: ModuleType) -> Bindings:
    """Every binding that decides what a trusted module generates: its own, the builtins, and `sys.intern`."""
    homes = (vars(module), vars(builtins))
    found = [(home, name, value) for home in homes for name, value in home.items() if name not in _IGNORED]
    return (*found, (vars(sys), "intern", sys.intern))


def _codes(*names: str) -> tuple[CodeType, ...]:
    return tuple(getattr(dataclasses, name).__code__ for name in names)


_WORD: Final = rb"[A-Za-z_\x80-\xff][A-Za-z_0-9\x80-\xff]*"
_WORDS: Final = rb"(?:WORD(?:, ?WORD)*)?"
_METHOD: Final = rb"""def __create_fn__\(WORDS\):
 def WORD\((?:ARGUMENT(?:,ARGUMENT)*)?\)(?:->_return_type)?:
(?:  (?:pass|return NotImplemented|WORD\.__post_init__\(WORDS\)|return hash\(FIELDS\)\
|(?:WORD\.WORD=VALUE|__dataclass_builtins_object__\.__setattr__\(WORD,'WORD',VALUE\))\
|return self\.__class__\.__qualname__ \+ f"\((?:WORD=\{self\.WORD!r\}(?:, )?)*\)"\
|if other\.__class__ is self\.__class__:|(?: return FIELDS(?:==|<=?|>=?)FIELDS)\
|if type\(self\) is cls or name in \((?:'WORD',)*\):| raise FrozenInstanceError\(f"cannot [a-z ]+ field \{name!r\}"\)\
|super\(cls, self\)\.__(?:set|del)attr__\(name(?:, value)?\))
)+ return WORD"""
_TUPLE: Final = rb"lambda _cls, WORDS,?: _tuple_new\(_cls, \(WORDS,?\)\)"


def _text(pattern: bytes) -> Callable[[bytes], object]:
    """Whether a text is of a form: nothing but the names in it is free."""
    for name, meaning in (
        (b"\\\n", b""),
        (b"ARGUMENT", rb"(?:\*|WORD(?::WORD)?(?:=WORD)?)"),
        (b"VALUE", rb"WORD(?:\(\))?(?: if WORD is _HAS_DEFAULT_FACTORY else WORD)?"),
        (b"FIELDS", rb"\((?:WORD\.WORD,)*\)"),
        (b"WORDS", _WORDS),
        (b"WORD", _WORD),
    ):
        pattern = pattern.replace(name, meaning)
    return re.compile(pattern).fullmatch


_ROADS: Final = (
    (_text(_METHOD), (_codes("_create_fn"), _codes(*_BUILDERS), _codes("_process_class"))),
    (_text(_METHOD), (_codes("_create_fn"), _codes("_hash_fn"), _codes("_hash_add"), _codes("_process_class"))),
    (_text(_TUPLE), ((collections.namedtuple.__code__,),)),  # noqa: PYI024 - known by its code
    (None, ((ast.parse.__code__,),)),
)
"""What the trusted modules compile, the functions in which they do, and who must have called them. Other functions of these
modules call what they are given: `ast.NodeVisitor.visit` or `dataclasses.asdict` would call `exec`, or one of the functions
above. The text counts because whoever runs in between, a destructor say, can reach the lists that it is joined from."""

_HOMES: Final = tuple((vars(module), _entrances(module), _state(module)) for module in _TRUSTED)
"""Globals, public code and bindings of the trusted modules, as they were before any submission."""


def named(
    event: str,
    operands: tuple[Any, ...],
    own: CodeType,
    watched: frozenset[str] = WATCHED,
    rewritten: frozenset[str] = _REWRITTEN,
) -> str:
    """The name an event is reported by, "" for one that is of no interest; the execution of `own` is none."""
    if event not in watched:
        return "ctypes" if event[:7] == "ctypes." else ""
    if event == "object.__setattr__":
        return "object.__setattr__:" + operands[1] if operands[1] in rewritten else ""
    return "" if event == "exec" and operands[0] is own else event


def _is_intact(state: Bindings) -> bool:
    """No binding was replaced."""
    for home, name, value in state:  # noqa: SIM110 - `all` would be looked up in builtins that a submission can patch
        if name not in home or home[name] is not value:
            return False
    return True


def _has_plain_fields(  # noqa: PLR0913, PLR0917 - defaults, as in the hook
    frame: FrameType,
    real_type: type = type,
    text: type = str,
    is_identifier: Callable[[str], bool] = str.isidentifier,
    field: type = dataclasses.Field,
    mapping: type = dict,
) -> bool:
    """The fields of the data class under construction are named by identifiers, so their names carry no code."""
    known = frame.f_locals
    if "fields" not in known or real_type(known["fields"]) is not mapping:
        return True
    for name, value in known["fields"].items():
        if real_type(name) is not text or not is_identifier(name) or real_type(value) is not field:
            return False
    return True


def _entered(frame: FrameType, has_plain_fields: Callable[[FrameType], bool] = _has_plain_fields) -> CodeType | None:
    """The code through which the module of `frame` was entered, None where a data class on the way hides code in a name."""
    home = frame.f_globals
    while frame.f_back is not None and frame.f_back.f_globals is home:
        if not has_plain_fields(frame):
            return None
        frame = frame.f_back
    return frame.f_code


_LOOPS: Final = frozenset(number for name, number in dis.opmap.items() if "BACKWARD" in name or name in {"FOR_ITER", "SEND"})
_CHOICES: Final = frozenset(number for name, number in dis.opmap.items() if "JUMP_FORWARD_IF" in name or "JUMP_IF" in name)
_FROZEN: Final = 2
"""Decisions of a generated method beyond one for each argument that has a default factory."""


def _is_plain(  # noqa: PLR0913, PLR0917 - defaults, as in the hook
    code: CodeType,
    loops: frozenset[int] = _LOOPS,
    choices: frozenset[int] = _CHOICES,
    real_type: type = type,
    compiled: type = CodeType,
    frozen: int = _FROZEN,
) -> bool:
    """No loop, and no more decisions than a method of a data class may have: nothing worth hiding is in there."""
    waiting = [code]
    for inner in waiting:
        left = inner.co_argcount + inner.co_kwonlyargcount + frozen
        for operation in inner.co_code[::2]:
            if operation in loops:
                return False
            if operation in choices:
                left -= 1
        if left < 0:
            return False
        waiting += [constant for constant in inner.co_consts if real_type(constant) is compiled]
    return True


def _generates(  # noqa: PLR0913, PLR0917 - defaults, as in the hook
    frame: FrameType,
    source: Any,
    roads: tuple[Any, ...] = _ROADS,
    real_type: type = type,
    text: type = bytes,
    compiled: type = CodeType,
    is_plain: Callable[[CodeType], bool] = _is_plain,
) -> bool:
    """The frame compiles by itself what it always does, called by those who always call it.

    Even then it may not be the frame's own doing: a destructor without a frame of its own runs in its name.
    """
    for form, road in roads:
        at: FrameType | None = frame
        for codes in road:
            known = False
            for code in codes:
                known = known or (at is not None and code is at.f_code)
            if not known:
                break
            at = at.f_back if at is not None else None
        else:
            if real_type(source) is compiled:
                return form is not None and is_plain(source)
            return form is None or (real_type(source) is text and form(source) is not None)
    return False


def _is_generated(  # noqa: PLR0913, PLR0917 - defaults, as in the hook
    frame: FrameType,
    event: str,
    operands: tuple[Any, ...],
    homes: tuple[Home, ...] = _HOMES,
    is_intact: Callable[..., bool] = _is_intact,
    entered: Callable[[FrameType], CodeType | None] = _entered,
    generates: Callable[[FrameType, object], bool] = _generates,
    tuples: CodeType = collections.namedtuple.__code__,  # noqa: PYI024 - known by its code
) -> bool:
    """The event came out of a trusted module that was entered through a public name and does what it always does."""
    if event == "object.__setattr__":
        return operands[1] == "__defaults__" and frame.f_code is tuples
    if event not in {"compile", "exec"} or not generates(frame, operands[0]):
        return False
    for names, entrances, state in homes:
        if names is not frame.f_globals:
            continue
        first = entered(frame)
        for code in entrances:
            if code is first:
                return is_intact(state)
    return False


def hook(own: CodeType, allowed: frozenset[str], frames: dict[str, bytes], descriptor: int, *, enforce: bool) -> Hook:
    """The hook for one submission.

    Args:
        own: the compiled submission, whose execution is no event.
        allowed: event names that pass.
        frames: event name -> the frame to write when it happens.
        descriptor: where frames go.
        enforce: end the process at the first event.
    """

    def watch(  # noqa: PLR0913, PLR0917 - defaults are the only state that a submission cannot reach unseen
        event: str,
        operands: tuple[Any, ...],
        own: CodeType = own,
        allowed: frozenset[str] = allowed,
        frames: dict[str, bytes] = frames,
        descriptor: int = descriptor,
        enforce: bool = enforce,  # noqa: FBT001 - as above
        named: Callable[..., str] = named,
        is_generated: Callable[[FrameType, str, tuple[Any, ...]], bool] = _is_generated,
        caller: Callable[[int], FrameType] = sys._getframe,  # noqa: SLF001 - the documented way to find the caller
        write: Callable[[int, bytes], int] = os.write,
        leave: Callable[[int], None] = os._exit,
    ) -> None:
        name = named(event, operands, own)
        if not name or name in allowed or is_generated(caller(1), event, operands):
            return
        try:
            write(descriptor, frames[name])
        finally:
            if enforce:
                leave(EXIT_DYNAMIC)

    return watch
