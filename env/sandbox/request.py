"""A `Program` as the JSON that the child reads."""

import json
from dataclasses import asdict
from typing import Any, Final

from code_review_env.env.sandbox.program import Call, Limits, Program, World
from code_review_env.env.sandbox.zygote.codec import encode
from code_review_env.tasks.task import Tools

Json = dict[str, Any]

DEFAULT_NOW: Final = 1_704_067_200.0
"""2024-01-01 00:00 UTC in POSIX seconds, the time a program sees unless its world says otherwise."""


def bodies(program: Program) -> list[list[Json]]:
    """Every group as JSON, calls numbered through all groups.

    Raises:
        ValueError: an argument has no representation (`tasks.literal` accepts none of these).
    """
    numbers = iter(range(sum(map(len, program.groups))))
    return [[_call(call, next(numbers)) for call in group] for group in program.groups]


def body(program: Program, groups: list[list[Json]], cpu_s: float) -> bytes:
    """The request for a child that is to run `groups` (a tail of `bodies`) within `cpu_s`."""
    limits: Limits = program.limits
    return json.dumps(
        {
            "source": program.source,
            "entry": program.entry,
            "groups": groups,
            "world": world(program.world),
            "audit": program.audit,
            "allowed": sorted(program.allowed),
            "cpu_s": cpu_s,
            "memory_bytes": limits.memory_bytes,
            "output_bytes": limits.output_bytes,
            "result_bytes": limits.result_bytes,
        }
    ).encode()


def world(world: World) -> Json:
    """What the broker and the hooks in the child build the virtual machine from."""
    now = DEFAULT_NOW if world.now is None else world.now
    return {"tools": tools(world.tools), "files": dict(world.files), "now": now}


def tools(tools: Tools) -> Json:
    """Scripted programs by name."""
    return {name: [asdict(run) for run in runs] for name, runs in tools.items()}


def _call(call: Call, number: int) -> Json:
    args, kwargs = encode(call.args), encode(dict(call.kwargs))
    if '["?"' in json.dumps([args, kwargs]):
        message = f"call {number}: an argument cannot be sent to the sandbox"
        raise ValueError(message)
    return {"call": number, "args": args, "kwargs": kwargs, "tools": tools(call.tools)}
