"""What a run reports: values, exceptions, output, arguments, facts about the entry, and nothing left for the next one."""

import math
from typing import Any

import pytest

from code_review_env.env.sandbox.codec import encode, equal
from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Call, Execution, Limits, Outcome, Program, Verdict, World


def run(pool: SandboxPool, source: str, *calls: Call, **options: Any) -> Execution:
    """One group of calls of `f`."""
    return pool.run(Program(source, "f", (calls or (Call(),),), **options))


def outcome(pool: SandboxPool, body: str, *args: object) -> Outcome:
    """One call of a function with this body, whose parameter is `a`."""
    execution = run(pool, f"def f(*a):\n    {body}\n", Call(args))
    assert execution.verdict is Verdict.OK, execution.detail
    return execution.groups[0][0]


VALUES = {
    "import math; return [math.nan, -0.0, 10**400, '\\ud800']": [math.nan, -0.0, 10**400, "\ud800"],
    "import decimal, fractions; return decimal.Decimal('1.10'), fractions.Fraction(1, 3)": None,
    "return a": (1, "x", None),
}
TREES = {
    "import collections; return collections.OrderedDict(b=1, a=2)": ["x", "collections.OrderedDict", ["d", "b", 1, "a", 2]],
    "import collections; return collections.defaultdict(int, a=1)": ["x", "collections.defaultdict", ["d", "a", 1]],
    "import collections; return collections.Counter('aab')": ["x", "collections.Counter", ["d", "a", 2, "b", 1]],
    "class T(int):\n        __eq__ = lambda s, o: True\n        __hash__ = None\n    return T(3)": [
        "x",
        "submission.f.<locals>.T",
        3,
    ],
    "class T(list):\n        def __iter__(s): return iter('no')\n    return T([1])": [
        "x",
        "submission.f.<locals>.T",
        ["l", 1],
    ],
    "class T(list):\n        def __len__(s): return 9\n    return T([1])": ["x", "submission.f.<locals>.T", ["l", 1]],
    "class T:\n        __class__ = int\n    return T()": ["o", "submission.f.<locals>.T"],
    "class T:\n        __slots__ = ('x', 'y')\n    t = T(); t.y = 1; return t": ["o", "submission.f.<locals>.T", "y", 1],
    "class T:\n        def __init__(s): s.b, s.a = 1, s\n    return T()": [
        "o",
        "submission.f.<locals>.T",
        "a",
        ["^", 1],
        "b",
        1,
    ],
    "return (x * 2 for x in range(3))": ["it", 0, 2, 4],
    "return map(str, [1])": ["it", "1"],
    "return iter([])": ["it"],
    "return {1: 2}.items()": ["v", "dict_items", ["t", 1, 2]],
    "import itertools; return itertools.count()": ["?", "endless"],
    "import pathlib; return pathlib.Path('/a/b')": ["p", "posix", "/a/b"],
    "import enum\n    class E(enum.IntFlag):\n        A = 1\n    return E.A": ["e", "submission.f.<locals>.E", "A", 1],
    "import subprocess; return subprocess.CompletedProcess(['a'], 2, 'o', None)": ["cp", 2, "o", None],
    "return ValueError(1)": ["E", "builtins.ValueError", ["t", 1]],
    "return len, dict": ["t", ["g", "builtins:len"], ["g", "builtins:dict"]],
    "return f": ["?", "builtins.function"],
    "import re; return re.compile('a')": ["?", "re.Pattern"],
    "return open('x', 'w')": ["?", "_io.TextIOWrapper"],
    "return NotImplemented, ...": ["t", ["k", "NotImplemented"], ["k", "Ellipsis"]],
}


@pytest.mark.parametrize("body", TREES)
def test_values_beyond_plain_ones(pool: SandboxPool, body: str) -> None:
    """Instances, subclasses, iterators and views are carried by type and state, whatever their methods claim."""
    assert outcome(pool, body).value == TREES[body]


def test_plain_values_come_back(pool: SandboxPool) -> None:
    """What went in comes out, odd floats, huge integers and lone surrogates included."""
    given = (math.nan, -0.0, 10**400, "\ud800", b"\0", {(1, None): [True]}, {1, 2}, 1j)
    assert equal(outcome(pool, "return a", *given).value, encode(given), exact_floats=True)


def test_an_exception_is_an_outcome(pool: SandboxPool) -> None:
    """Type, message and whether the source raised it itself."""
    ours = outcome(pool, "raise LookupError('gone')")
    theirs = outcome(pool, "return [][1]")
    through = outcome(pool, "import json; return json.loads('x')")
    assert (ours.kind, ours.error, ours.message, ours.raised_by_source) == ("raise", "builtins.LookupError", "gone", True)
    assert (theirs.error, theirs.raised_by_source) == ("builtins.IndexError", False)
    assert (through.error, through.raised_by_source) == ("json.decoder.JSONDecodeError", False)


def test_fields_of_exceptions(pool: SandboxPool) -> None:
    """The attributes that compare are carried."""
    missing = outcome(pool, "open('nowhere')")
    failed = outcome(pool, "import subprocess; raise subprocess.CalledProcessError(3, ['x'], 'out', 'err')")
    assert missing.fields == ["d", "errno", 2, "filename", "nowhere"]
    assert failed.fields == ["d", "returncode", 3, "output", "out", "stderr", "err"]


def test_a_message_that_raises(pool: SandboxPool) -> None:
    """An exception whose text fails is still an outcome."""
    body = "class E(Exception):\n        def __str__(s): raise SystemExit\n    raise E"
    assert outcome(pool, body).message == "<builtins.SystemExit in __str__>"


def test_output_belongs_to_its_call(pool: SandboxPool) -> None:
    """Standard output is kept per call, what the import printed is not; standard error and input are nothing."""
    source = "import sys\nprint('import')\ndef f(x):\n    print(x, end='!')\n    sys.stdout.buffer.write(b'\\xff')\n    print('no', file=sys.stderr)\n    return sys.stdin.read()\n"
    execution = run(pool, source, Call((1,)), Call((2,)))
    assert [call.stdout for call in execution.groups[0]] == ["1!\ufffd", "2!\ufffd"]
    assert [call.value for call in execution.groups[0]] == ["", ""]


@pytest.mark.parametrize(
    "misuse",
    [
        "KEPT.append(sys.stdout); print('a')",
        "KEPT.append(sys.stdout.buffer)",
        "sys.stdout.reconfigure(newline='\\r\\n')",
        "sys.stdout.close()",
        "sys.stdout = sys.stderr",
        "sys.__stdin__.write('input')",
        "sys.stdout.buffer.write(b'b'); sys.stdout.buffer.seek(0)",
    ],
)
def test_every_call_finds_its_streams_as_new(pool: SandboxPool, misuse: str) -> None:
    """Whatever a call does to the standard streams, the next one prints and reads as if it were the first."""
    source = f"import sys\nKEPT = []\ndef f(x):\n    if x:\n        {misuse}\n    else:\n        print('one')\n    return sys.__stdin__.read()\n"
    first, second, third = run(pool, source, Call((0,)), Call((1,)), Call((0,))).groups[0]
    assert (first.stdout, first.value, third.stdout, third.value) == ("one\n", "", "one\n", "")
    assert "one" not in second.stdout


def test_arguments_are_reported_where_they_changed(pool: SandboxPool) -> None:
    """A mutated argument shows, one that is as it was does not, whatever type it has."""
    source = "def f(a, *, k=None):\n    if type(a) is list and a:\n        a.append(1)\n    if k:\n        k['x'] = 2\n"
    calls = (Call(([0],), {"k": {"y": 1}}), Call(([],)), Call(({1},)), Call(([(1, b"x")],), {"k": {}}))
    changed, plain, other, both = (call.args_after for call in run(pool, source, *calls).groups[0])
    assert changed == ["t", ["t", ["l", 0, 1]], ["d", "k", ["d", "y", 1, "x", 2]]]
    assert (plain, other) == (None, None)
    assert both == ["t", ["t", ["l", ["t", 1, ["y", "78"]], 1]], ["d", "k", ["d"]]]


def test_an_argument_of_another_type_is_a_changed_one(pool: SandboxPool) -> None:
    """`True` in place of 1, 1.0 in place of 1, a dict in another order: equal to Python, another value to a caller."""
    bodies = ("a[0] = True", "a[0] = 1.0", "a[1] = {'y': 2, 'x': 1}", "a[0] = type('I', (int,), {})(1)")
    for body in bodies:
        found = run(pool, f"def f(a):\n    {body}\n", Call(([1, {"x": 1, "y": 2}],))).groups[0][0]
        assert found.args_after is not None, body


def test_groups_share_nothing_and_calls_of_a_group_do(pool: SandboxPool) -> None:
    """State lives through a group, not beyond it."""
    source = "n = []\ndef f():\n    n.append(1)\n    return len(n)\n"
    execution = pool.run(Program(source, "f", ((Call(), Call()), (Call(),))))
    assert [[call.value for call in group] for group in execution.groups] == [[1, 2], [1]]


def test_coroutines_and_asynchronous_generators_are_run(pool: SandboxPool) -> None:
    """Sleeping takes no time, in any way of sleeping."""
    source = "import asyncio, time\nasync def f(x):\n    await asyncio.gather(asyncio.sleep(100), asyncio.sleep(50))\n    time.sleep(1000)\n    return x\n"
    assert run(pool, source, Call((7,))).groups[0][0].value == 7
    source = "import asyncio\nasync def f(x):\n    for i in range(x):\n        await asyncio.sleep(1)\n        yield i\n"
    assert run(pool, source, Call((3,))).groups[0][0].value == ["it", 0, 1, 2]


def test_the_world_is_virtual(pool: SandboxPool) -> None:
    """Files and time are those of the program's world and start afresh with every call."""
    source = (
        "import datetime, os, pathlib, time\n"
        "def f():\n"
        "    text = open('a.txt').read() + pathlib.Path('/data/b').read_text()\n"
        "    time.sleep(5)\n"
        "    with open('a.txt', 'a') as file:\n        file.write('!')\n"
        "    return text, time.time(), datetime.datetime.now().year, os.path.exists('c'), dict(os.environ)\n"
    )
    world = World(files={"a.txt": "A", "/data/b": "B"}, now=86_400.0)
    execution = run(pool, source, Call(), Call(), world=world)
    expected = encode(("AB", 86_405.0, 1970, False, {}))
    assert [equal(expected, call.value, exact_floats=False) for call in execution.groups[0]] == [True, True]


def test_randomness_is_the_same_in_every_run(pool: SandboxPool) -> None:
    """`random` is seeded and hashing is fixed."""
    source = "import random\ndef f():\n    return random.random(), list({'a', 'b', 'c', 'd'}), hash('x')\n"
    assert run(pool, source).groups == run(pool, source).groups


def test_facts_about_the_entry(pool: SandboxPool) -> None:
    """Type, line, defaults and decorators, through `__wrapped__`."""
    source = "import functools\nLIMIT = 3\n\n@functools.lru_cache\ndef f(a, b=LIMIT, *, c=[1]):\n    return a\n"
    program = Program(source, "f", ((Call((1,)),),), decorators=("functools.lru_cache",))
    entry = pool.run(program).entry
    assert entry.kind == "functools._lru_cache_wrapper"
    assert entry.first_line == 4
    assert entry.defaults == {"b": 3, "c": ["l", 1]}
    assert entry.decorators == (["g", "functools:lru_cache"],)


def test_an_entry_that_is_not_there(pool: SandboxPool) -> None:
    """The facts are empty and each call is a NameError."""
    execution = run(pool, "x = 1\n")
    assert execution.entry.kind == ""
    assert execution.groups[0][0].error == "builtins.NameError"


def test_what_one_submission_patches_the_next_does_not_see(pool: SandboxPool) -> None:
    """Every run starts from the same interpreter."""
    evil = "import json, builtins, sys, random\njson.dumps = builtins.sorted = sys.exit = random.random = None\nsys.modules.clear()\ndef f(): return 1\n"
    honest = "import json\ndef f(): return json.dumps(sorted([2, 1]))\n"
    run(pool, evil)
    assert run(pool, honest).groups[0][0].value == "[1, 2]"


FORGED = "import os, struct, json\ndef send(frame):\n    body = json.dumps(frame).encode()\n    data = struct.pack('>I', len(body)) + body\n    for fd in range(3, 64):\n        try: os.write(fd, data)\n        except OSError: pass\n"


def test_a_forged_report_voids_the_run(pool: SandboxPool) -> None:
    """A submission that writes frames itself, at import or in a call, has no report, and blames nobody else."""
    for frame in (
        "{'kind': 'fault', 'detail': 'yours'}",
        "{'kind': 'done'}",
        "{'kind': 'imported', 'group': 0, 'facts': {'kind': 'x'}}",
    ):
        for source in (
            f"{FORGED}send({frame})\ndef f(x): return x\n",
            f"{FORGED}def f(x):\n    send({frame})\n    return x\n",
        ):
            execution = run(pool, source, Call((1,)), Call((2,)))
            assert execution.verdict is Verdict.NO_RESULT
            assert [call.kind for call in execution.groups[0]] == ["lost", "lost"]
            assert execution.entry.kind == ""


def test_noise_on_the_result_pipe_loses_calls(pool: SandboxPool) -> None:
    """What stops making sense ends the run."""
    source = FORGED + "def f(x):\n    os.write(3, b'\\xff' * 1000)\n    return 1\n"
    execution = run(pool, source, Call((1,)))
    assert execution.verdict is Verdict.OUTPUT_LIMIT
    assert execution.groups[0][0].kind == "lost"


def test_a_flood_on_the_result_pipe_is_cut(pool: SandboxPool) -> None:
    """Valid JSON without end is stopped as well, long before the CPU time is used up."""
    source = FORGED + "def f(x):\n    while True: send({'kind': 'strange', 'pad': 'x' * 10_000})\n"
    execution = run(pool, source, Call((1,)), limits=Limits(cpu_s=30))
    assert execution.verdict is Verdict.NO_RESULT
    assert execution.cpu_s < 15
