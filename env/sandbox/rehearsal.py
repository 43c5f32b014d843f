"""Honest ways to start a program, tried in the real sandbox at start: a hook that misses its target would fail in silence."""

import textwrap
from typing import Final

from code_review_env.env.sandbox.codec import encode, equal
from code_review_env.env.sandbox.program import Call, Execution, Limits, Program, World
from code_review_env.tasks.task import Tool

_WORLD: Final = World(
    tools={
        "tool": (Tool(stdout="out\n"),),
        "fail": (Tool(stderr="bad\n", exit=3),),
        "cat": (Tool(echo=True),),
        "slow": (Tool(hang=True),),
    },
    files={"a.txt": "alpha\n"},
    processes=True,
)

_LIMITS: Final = Limits(cpu_s=10.0, wall_s=20.0)
"""Generous: a machine that starts up is busy."""

FORMS: Final[dict[str, tuple[str, object]]] = {
    "run": ("run(['tool'], capture_output=True, text=True, check=True).stdout", "out\n"),
    "failure": ("run(['fail'], capture_output=True).stderr", b"bad\n"),
    "missing program": ("fault(lambda: run(['nosuch'])).filename", "nosuch"),
    "timeout": ("fault(lambda: run(['slow'], timeout=30, capture_output=True)).timeout", 30),
    "two pipes": ("through(Popen(['tool'], stdout=PIPE), Popen)", b"out\n"),
    "file": ("run(['tool'], stdout=open('o.txt', 'w')) and open('o.txt').read()", "out\n"),
    "kill": ("killed(Popen(['slow']))", -9),
    "asyncio": ("asyncio.run(echoed())", b"x"),
    "large input": ("len(run(['cat'], input=b'x' * 200_000, stdout=PIPE).stdout)", 200_000),
    "spawn": ("os.spawnvp(os.P_WAIT, 'fail', ['fail'])", 3),
    "shell": ("os.system('tool >o.txt && exit 4') >> 8", 4),
}
"""Name -> the expression, and what it is worth."""

_SOURCE: Final = (
    textwrap.dedent(
        """
    import asyncio
    import os
    from subprocess import PIPE, Popen, run

    def fault(form):
        try:
            form()
        except Exception as error:
            return error

    def through(first, start):
        second = start(["cat"], stdin=first.stdout, stdout=PIPE)
        first.stdout.close()
        return second.communicate()[0]

    def killed(process):
        process.kill()
        return process.wait()

    async def echoed():
        process = await asyncio.create_subprocess_exec("cat", stdin=PIPE, stdout=PIPE)
        return (await process.communicate(b"x"))[0]

    def form(name):
        return {
    """
    )
    + "".join(f"        {name!r}: lambda: {expression},\n" for name, (expression, _) in FORMS.items())
    + "    }[name]()\n"
)


def program() -> Program:
    """One call a form."""
    calls = tuple(Call((name,)) for name in FORMS)
    return Program(source=_SOURCE, entry="form", groups=(calls,), world=_WORLD, limits=_LIMITS)


def failures(execution: Execution) -> tuple[str, ...]:
    """A line for each form that did not do what it must; empty when all is well."""
    (outcomes,) = execution.groups
    wrong = [
        name
        for (name, (_, worth)), outcome in zip(FORMS.items(), outcomes, strict=True)
        if not equal(encode(worth), outcome.value, exact_floats=True)
    ]
    shells = [name for name, outcome in zip(FORMS, outcomes, strict=True) if outcome.processes.shell]
    told = [f"process table: the form `{name}` does not work" for name in wrong]
    return tuple(told if shells == ["shell"] else [*told, f"process table: a shell is seen in {shells}"])
