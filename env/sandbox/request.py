"""A `Program` as the messages that the child reads."""

import json
import math
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from code_review_env.env.sandbox.program import Call, Limits, Prepared, Program, Tree, World
from code_review_env.env.sandbox.zygote.codec import encode
from code_review_env.tasks.task import Tools

Json = dict[str, Any]

_PLAIN_INT: Final = 1 << 63
_SURROGATE: Final = re.compile("[\ud800-\udfff]")

DEFAULT_NOW: Final = 1_704_067_200.0
"""2024-01-01 00:00 UTC in POSIX seconds, the time a program sees unless its world says otherwise."""

_TRACING: Final = frozenset({"sys.settrace"})
"""The event that the child itself raises where it watches lines."""


def prepare(program: Program) -> Prepared:
    """Groups and world as JSON, calls numbered through all groups.

    Raises:
        ValueError: an argument has no representation (`tasks.literal` accepts none of these).
    """
    numbers = iter(range(sum(map(len, program.groups))))
    groups = tuple(json.dumps([_call(call, next(numbers)) for call in group]) for group in program.groups)
    return Prepared(groups, json.dumps(world(program.world)))


def messages(program: Program, prepared: Prepared, turns: Sequence[range], cpu_s: float) -> tuple[bytes, ...]:
    """What a child is sent, a message for each turn of groups: the source and the first groups, then further ones."""
    limits: Limits = program.limits
    head = json.dumps(
        {
            "source": program.source,
            "entry": program.entry,
            "decorators": program.decorators,
            "audit": program.audit,
            "allowed": sorted(program.allowed | _TRACING if program.trace else program.allowed),
            "trace": program.trace,
            "cpu_s": cpu_s,
            "memory_bytes": limits.memory_bytes,
            "output_bytes": limits.output_bytes,
            "result_bytes": limits.result_bytes,
        }
    )
    first, *others = (_turn(prepared.groups[turn.start : turn.stop], last=turn is turns[-1]) for turn in turns)
    return (
        framed(f'{head[:-1]}, "world": {prepared.world}, {first}}}'),
        *(framed(f"{{{other}}}") for other in others),
    )


def framed(text: str) -> bytes:
    """One message to a process of the sandbox."""
    body = text.encode()
    return len(body).to_bytes(4, "big") + body


def _turn(groups: Sequence[str], *, last: bool) -> str:
    return f'"groups": [{", ".join(groups)}], "last": {json.dumps(last)}'


def world(world: World) -> Json:
    """What the broker and the hooks in the child build the virtual machine from."""
    now = DEFAULT_NOW if world.now is None else world.now
    return {"tools": tools(world.tools), "files": dict(world.files), "now": now, "probe": world.probe}


def tools(tools: Tools) -> Json:
    """Scripted programs by name."""
    return {name: [asdict(run) for run in runs] for name, runs in tools.items()}


def _call(call: Call, number: int) -> Json:
    plain: Json = {"args": list(call.args), "kwargs": dict(call.kwargs)}
    if _is_plain([*plain.values()]):
        return {"call": number, "plain": True, **plain, "tools": tools(call.tools)}
    args, kwargs = encode(call.args), encode(dict(call.kwargs))
    if '["?"' in json.dumps([args, kwargs]):
        message = f"call {number}: an argument cannot be sent to the sandbox"
        raise ValueError(message)
    return {"call": number, "args": args, "kwargs": kwargs, "tools": tools(call.tools)}


def sent(call: Call) -> Tree:
    """The arguments of a call as the tree that an honest child reports them by afterwards, where none was changed."""
    return encode((call.args, dict(call.kwargs)))


def _is_plain(value: object) -> bool:
    """JSON carries it as it is."""
    if isinstance(value, bool) or value is None:
        return True
    if type(value) is int:
        return -_PLAIN_INT < value < _PLAIN_INT
    if type(value) is float:
        return math.isfinite(value)
    if type(value) is str:
        return not _SURROGATE.search(value)
    if type(value) is list:
        return all(map(_is_plain, value))
    return (
        type(value) is dict and all(type(name) is str and _is_plain(name) for name in value) and _is_plain([*value.values()])
    )
