"""Every verdict, produced for real."""

import pytest

from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Call, Limits, Program, Verdict

FAST = Limits(cpu_s=0.3, wall_s=0.5, memory_bytes=128 << 20, output_bytes=10_000, result_bytes=100_000)
BODY = "def f(x):\n    return x\n"

AT_IMPORT = {
    "import os\nos._exit(3)": Verdict.NO_RESULT,
    "import sys\nsys.exit(0)": Verdict.IMPORT_ERROR,
    "raise KeyboardInterrupt": Verdict.IMPORT_ERROR,
    "1 / 0": Verdict.IMPORT_ERROR,
    "import numpy": Verdict.IMPORT_ERROR,
    "def f(:": Verdict.IMPORT_ERROR,
    "while True: pass": Verdict.TIMEOUT_CPU,
    "import threading\nthreading.Lock().acquire(timeout=-1) and threading.Semaphore(0).acquire()": Verdict.TIMEOUT_WALL,
    "x = bytearray(1 << 30)": Verdict.IMPORT_ERROR,
    "print('x' * 20_000)": Verdict.OUTPUT_LIMIT,
    "exec('1')": Verdict.DYNAMIC_CODE,
}
IN_A_CALL = {
    "return x": Verdict.OK,
    "raise SystemExit": Verdict.OK,
    "raise KeyboardInterrupt": Verdict.OK,
    "return f(x)": Verdict.OK,
    "return bytearray(1 << 30)": Verdict.MEMORY,
    "return [0] * (1 << 40)": Verdict.MEMORY,
    "while True: pass": Verdict.TIMEOUT_CPU,
    "import threading; threading.Semaphore(0).acquire()": Verdict.TIMEOUT_WALL,
    "import os; os._exit(0)": Verdict.NO_RESULT,
    "import os; os.abort()": Verdict.CRASHED,
    "print('x' * 20_000)": Verdict.OUTPUT_LIMIT,
    "return 'x' * 200_000": Verdict.OUTPUT_LIMIT,
    "return (x for x in iter(int, 1))": Verdict.OK,
    "import os\n    while True: os.fork()": Verdict.OK,
    "return hash(nest(500_000))": Verdict.CRASHED,
    "return compile('1', '', 'eval')": Verdict.DYNAMIC_CODE,
}
NEST = "\ndef nest(n):\n    value = ()\n    for _ in range(n):\n        value = (value,)\n    return value\n"


@pytest.mark.parametrize("prefix", AT_IMPORT)
def test_a_fault_at_import(pool: SandboxPool, prefix: str) -> None:
    """What a module does while it is imported decides the whole run, and nothing is reported."""
    execution = pool.run(Program(f"{prefix}\n{BODY}", "f", ((Call((1,)),), (Call((2,)),)), limits=FAST))
    assert execution.verdict is AT_IMPORT[prefix], execution.detail
    assert [outcome.kind for group in execution.groups for outcome in group] == ["lost", "lost"]


@pytest.mark.parametrize("body", IN_A_CALL)
def test_a_fault_in_a_call(pool: SandboxPool, body: str) -> None:
    """What one call does decides the verdict; the group before it has been reported."""
    source = f"def f(x):\n    if x:\n        return 1\n    {body}\n{NEST}"
    execution = pool.run(Program(source, "f", ((Call((1,)),), (Call((0,)),), (Call((1,)),)), limits=FAST))
    assert execution.verdict is IN_A_CALL[body], execution.detail
    assert execution.groups[0][0].value == 1
    over = {Verdict.TIMEOUT_CPU, Verdict.TIMEOUT_WALL, Verdict.DYNAMIC_CODE}
    assert execution.groups[2][0].kind == ("lost" if execution.verdict in over else "value")


def test_cpu_is_a_budget_over_all_groups(pool: SandboxPool) -> None:
    """A child that crashes hands on only what it left of the CPU time."""
    source = "import os, time\ndef f(x):\n    end = time.process_time() + 0.2\n    while time.process_time() < end: pass\n    os._exit(1)\n"
    execution = pool.run(Program(source, "f", tuple((Call((1,)),) for _ in range(6)), limits=Limits(cpu_s=0.5)))
    assert execution.verdict is Verdict.TIMEOUT_CPU
    assert execution.cpu_s < 1.5


HOSTILE_TEXTS = [
    "(" * 10_000,
    "-" * 100_000 + "1",
    "x" + ".a" * 100_000,
    "\0",
    "\ud800",
    "x = 1\n\x00",
    "if 1:\n" * 200,
    "f'" + "{" * 300,
    "1" * 10_000,
]


@pytest.mark.parametrize("text", HOSTILE_TEXTS, ids=range(len(HOSTILE_TEXTS)))
def test_a_text_that_upsets_the_compiler_is_the_submissions_fault(pool: SandboxPool, text: str) -> None:
    """An overflow, a crash or a refusal of the compiler is a verdict, never a fault of ours."""
    execution = pool.run(Program(f"{text}\n{BODY}", "f", ((Call((1,)),),)))
    assert execution.verdict in {Verdict.IMPORT_ERROR, Verdict.CRASHED, Verdict.TIMEOUT_CPU, Verdict.MEMORY}
    assert execution.groups[0][0].kind == "lost"
