"""Dynamic code is seen by whatever road it comes, and what the standard library generates for honest code is not."""

import subprocess
import sys
from pathlib import Path

import pytest

from code_review_env.env.sandbox import launch, transcript
from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Call, Execution, Program, Verdict

DYNAMIC = {
    "exec('y = 1')": "compile",
    "return eval('1')": "compile",
    "return compile('1', '', 'eval')": "compile",
    "return __builtins__.eval('1')": "compile",
    "return vars(__builtins__)['ex' + 'ec']('1')": "compile",
    "import builtins; return getattr(builtins, 'ev' 'al')('1')": "compile",
    "import ast; return compile(ast.parse('1'), '', 'exec')": "compile",
    "return f.__code__.replace(co_name='g')": "code.__new__",
    "f.__code__ = (lambda x: 2).__code__": "object.__setattr__:__code__",
    "f.__defaults__ = (3,)": "object.__setattr__:__defaults__",
    "setattr(f, '__co' 'de__', (lambda x: 2).__code__)": "object.__setattr__:__code__",
    "import types; return types.FunctionType((lambda: 3).__code__, {})()": "function.__new__",
    "return type(f)(f.__code__, {})": "function.__new__",
    "import marshal; return marshal.loads(marshal.dumps(f.__code__))": "marshal.loads",
    "import pickle; return pickle.loads(b'cbuiltins\\neval\\n(S\"1\"\\ntR.')": "pickle.find_class",
    "import dataclasses; return dataclasses._create_fn('g', ['self'], ['return 1'])": "compile",
    "import collections; return collections._eval('1') if hasattr(collections, '_eval') else eval('1')": "compile",
    "import dataclasses; dataclasses._init_param = lambda f: 'x=print(1)'; return dataclasses.make_dataclass('C', ['x'])": "compile",
    "import dataclasses; C = type('C', (), {'__annotations__': {'x=print(1), y': int}}); return dataclasses.dataclass(C)": "compile",
    "import sys; sys.intern = lambda s: s; import collections; return collections.namedtuple('P', 'x')": "compile",
    "import builtins; builtins.len = lambda *a: 1 / 0; return eval('1')": "compile",
    "import os\n    try:\n        os.close(3)\n    finally:\n        eval('1')": "",
    "import gc, sys\n    gc.set_threshold(1)\n    gc.callbacks.append(lambda *a: None)\n    return eval('1')": "compile",
    "try:\n        eval('1')\n    except BaseException:\n        return 5": "compile",
}
TAMPERING = [
    # another hook runs inside ours, finds its frame and function, and tries to change what it decides with
    """import gc, sys
    busy = []
    def spy(event, args):
        if event == 'sys._getframe' and not busy:
            busy.append(1)
            for thing in gc.get_referents(sys._getframe(1)):
                if getattr(thing, '__name__', '') == 'watch': thing.__defaults__ = (0,) * 10
            busy.clear()
    sys.addaudithook(spy)
    return eval('41 + 1')""",
    """import sys
    def spy(event, args):
        if event == 'compile': raise KeyError
    sys.addaudithook(spy)
    try: return eval('41 + 1')
    except KeyError: return eval('41 + 1')""",
    """import sys
    def trace(frame, event, arg):
        if frame.f_code.co_name == 'watch': frame.f_locals['name'] = ''
        return trace
    sys.settrace(trace); sys.setprofile(trace)
    return eval('41 + 1')""",
    """import gc
    gc.collect()
    for thing in gc.get_objects():
        if getattr(thing, '__name__', '') == 'watch': thing.__code__ = (lambda *a: None).__code__
    return eval('41 + 1')""",
    """import sys
    frame = sys._getframe()
    while frame:
        audit = frame.f_globals.get('audit')
        if audit: audit._HOMES = (); audit.WATCHED = frozenset(); audit._named = lambda *a: ''
        frame = frame.f_back
    return eval('41 + 1')""",
    """import os
    os._exit = os.write = lambda *a: None
    return eval('41 + 1')""",
    """import builtins
    builtins.frozenset = builtins.dict = builtins.type = None
    return eval('41 + 1')""",
    """import sys
    sys.setrecursionlimit(60)
    def deep(n): return deep(n - 1) if n else eval('41 + 1')
    for n in range(60):
        try: deep(n)
        except RecursionError: pass
    return eval('41 + 1')""",
    # the text of a method of a data class, exchanged while it is put together: by a trace function, a profiler, a callback of
    # the garbage collector, a destructor
    """import dataclasses, sys
    def trace(frame, event, arg):
        if frame.f_locals.get('name') == '__repr__' and 'txt' in frame.f_locals and event == 'line':
            frame.f_locals['txt'] = 'def __create_fn__(): return lambda self: 41 + 1'
        return trace
    sys.settrace(trace)
    return repr(dataclasses.make_dataclass('C', ['x'])(1))""",
    """import dataclasses, sys
    def profile(frame, event, arg):
        if event == 'call' and frame.f_locals.get('name') == '__repr__' and 'body' in frame.f_locals:
            frame.f_locals['body'][:] = ['return 41 + 1']
    sys.setprofile(profile)
    return dataclasses.make_dataclass('C', ['x'])(1).__repr__()""",
    """import dataclasses, gc, sys
    def exchange(*_):
        frame = sys._getframe(1)
        while frame:
            if frame.f_locals.get('name') == '__repr__' and type(frame.f_locals.get('body')) is list:
                frame.f_locals['body'][:] = ['return 41 + 1']
            frame = frame.f_back
    gc.set_threshold(1, 1, 1)
    gc.callbacks.append(exchange)
    return dataclasses.make_dataclass('C', ['x'])(1).__repr__()""",
    """import dataclasses, gc, sys
    class Trap:
        def __del__(self):
            frame = sys._getframe(1)
            while frame:
                if frame.f_locals.get('name') == '__repr__' and type(frame.f_locals.get('body')) is list:
                    frame.f_locals['body'][:] = ['return 41 + 1']
                frame = frame.f_back
            trap()
    def trap():
        kept = Trap()
        kept.kept = kept
    trap()
    gc.set_threshold(1, 1, 1)
    return dataclasses.make_dataclass('C', ['x'])(1).__repr__()""",
    # a destructor without a frame runs in the name of whoever is parsing
    """import ast, functools, gc
    names = {}
    Trap = type('Trap', (), {'__del__': functools.partial(exec, 'y = 41 + 1', names)})
    gc.disable()
    for _ in range(50):
        kept = Trap()
        kept.kept = kept
    gc.set_threshold(1, 1, 1)
    gc.enable()
    ast.parse('[' + '[[1], {2: 3}], ' * 200 + ']')
    return names['y']""",
    "import io, marshal; return eval(marshal.load(io.BytesIO(marshal.dumps(f.__code__))))",
]


@pytest.mark.parametrize("body", TAMPERING)
def test_the_hook_cannot_be_argued_away(pool: SandboxPool, body: str) -> None:
    """Whatever a submission reaches from inside, dynamic code gives it no value and ends its run."""
    execution = run(pool, body)
    assert execution.groups[0][0].kind == "lost"
    assert execution.verdict is Verdict.DYNAMIC_CODE


HONEST = {
    "from collections import namedtuple; P = namedtuple('P', 'x y'); return P(1, 2)": ["x", "submission.P", ["t", 1, 2]],
    "from dataclasses import dataclass\n    @dataclass(frozen=True, order=True)\n    class C:\n        x: int = 1\n    return C()": [
        "o",
        "submission.f.<locals>.C",
        "x",
        1,
    ],
    """from dataclasses import InitVar, dataclass, field
    @dataclass(order=True, unsafe_hash=True)
    class C:
        x: int
        self: list = field(default_factory=list, hash=False)
        y: int = field(default=3, kw_only=True)
        z: InitVar[int] = 0
        made: int = field(init=False, default_factory=int, repr=False)
        ü: int = 4
        def __post_init__(self, z): self.made = z
    @dataclass(frozen=True, slots=True)
    class D:
        pass
    return repr([C(1, z=5), D(), C(1) < C(2), hash(C(1)) == hash(C(1)), C(1) == C(1)])""": (
        "[f.<locals>.C(x=1, self=[], y=3, ü=4), f.<locals>.D(), True, True, True]"
    ),
    "from collections import namedtuple as n; return [*n('P', '')(), *n('Q', 'x')(1), *n('R', 'x def', rename=True)(2, 3)]": [
        "l",
        1,
        2,
        3,
    ],
    "import ast; return ast.literal_eval('[1, 2]')": ["l", 1, 2],
    "import typing\n    class P(typing.NamedTuple):\n        x: int = 3\n    return P()": [
        "x",
        "submission.f.<locals>.P",
        ["t", 3],
    ],
    "import re; return re.compile('a+').findall('aab')": ["l", "aa"],
    "import enum; return enum.Enum('E', 'a b').a": ["e", "submission.E", "a", 1],
    "import copy; return copy.deepcopy([1, {2}])": ["l", 1, ["S", 2]],
    "import json; return json.loads('[1]')": ["l", 1],
    "import string; return string.Template('$x').substitute(x=1)": "1",
    "import functools\n    @functools.lru_cache\n    def g(): return 1\n    return g()": 1,
    "import inspect; return str(inspect.signature(f))": "(x)",
    "import datetime; return datetime.datetime.strptime('2024', '%Y').year": 2024,
    "import logging; logging.getLogger('a').warning('b'); return 1": 1,
}


def run(pool: SandboxPool, body: str, **options: object) -> Execution:
    """One call of a function with this body."""
    return pool.run(Program(f"def f(x):\n    {body}\n", "f", ((Call((0,)),),), **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("body", DYNAMIC)
def test_dynamic_code_ends_the_run(pool: SandboxPool, body: str) -> None:
    """The run ends at the event, cannot catch it, and the event is named unless the pipe was closed."""
    execution = run(pool, body)
    assert execution.verdict is Verdict.DYNAMIC_CODE, (execution.verdict, execution.groups)
    assert execution.dynamic == ((DYNAMIC[body],) if DYNAMIC[body] else ())
    assert execution.groups[0][0].kind == "lost"


@pytest.mark.parametrize("body", HONEST)
def test_honest_code_is_not_taken_for_it(pool: SandboxPool, body: str) -> None:
    """Named tuples, data classes, patterns, literals and the like raise no event."""
    execution = run(pool, body)
    assert execution.verdict is Verdict.OK, execution.detail
    assert execution.groups[0][0].value == HONEST[body]


def test_recording_lists_events_and_goes_on(pool: SandboxPool) -> None:
    """With `record` the run completes and every kind of event is listed once."""
    execution = run(pool, "exec('1'); compile('1', '', 'eval'); return eval('2')", audit="record")
    assert execution.verdict is Verdict.OK
    assert execution.dynamic == ("compile", "exec")
    assert execution.groups[0][0].value == 2


def test_an_event_of_the_original_is_allowed(pool: SandboxPool) -> None:
    """An event in `allowed` passes, another still ends the run."""
    assert run(pool, "return eval('2')", allowed=frozenset({"compile", "exec"})).verdict is Verdict.OK
    assert run(pool, "return eval('2')", allowed=frozenset({"compile"})).verdict is Verdict.DYNAMIC_CODE


def test_both_sides_know_the_same_events() -> None:
    """The parent believes these names and no other, because a name of the child's own choice could quote its inputs."""
    command = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        "import sys; sys.path.insert(0, sys.argv[1]); import audit; print(*audit.NAMES)",
    ]
    zygote = Path(launch.__file__).parent / "zygote"
    assert set(subprocess.check_output([*command, zygote], text=True).split()) == transcript.EVENTS
