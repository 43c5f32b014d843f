"""What a call can be watched for: each probe tells one fault from its repair, and without one nothing is there."""

from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Call, Execution, Outcome, Program, Verdict, World

FILES = {"/a.txt": "one\ntwo\n"}


def run(pool: SandboxPool, probe: str, source: str, *calls: tuple[object, ...]) -> Execution:
    """Calls of `f` under a probe."""
    world = World(files=FILES, probe=probe)
    return pool.run(Program(source, "f", (tuple(Call(args) for args in calls or ((),)),), world))


def only(pool: SandboxPool, probe: str, source: str, *args: object) -> Outcome:
    """What the one call did."""
    return run(pool, probe, source, args).groups[0][0]


def test_the_chain_of_causes_is_told(pool: SandboxPool) -> None:
    """Two causes, one that is only context, and one that is switched off."""
    head = "def f():\n    try:\n        int('x')\n    except ValueError as error:\n        "
    chained = only(pool, "causes", head + "raise KeyError from OSError('a')\n")
    assert chained.seen == ["t", ["l", "builtins.OSError"], True]
    assert only(pool, "causes", head + "raise KeyError\n").seen == ["t", ["l"], False]
    assert only(pool, "causes", head + "raise KeyError from error\n").seen == ["t", ["l", "builtins.ValueError"], True]
    assert only(pool, "causes", head + "raise KeyError from None\n").seen == ["t", ["l"], True]
    assert only(pool, "causes", "def f():\n    return 1\n").seen is None


def test_open_files_are_counted(pool: SandboxPool) -> None:
    """Those that the interpreter had to close, and those that are still open; `with` and `close` leave none."""
    left = {
        "return open('/a.txt').read()": 1,
        "return [open('/a.txt').readline(), open('/a.txt').readline()]": 2,
        "kept.append(open('/a.txt'))": 1,
        "g = open('/a.txt')\n    text = g.read()\n    g.close()\n    return text": 0,
        "with open('/a.txt') as g:\n        return g.read()": 0,
        "import pathlib\n    return pathlib.Path('/a.txt').read_text()": 0,
    }
    for body, count in left.items():
        assert only(pool, "handles", f"kept = []\n\ndef f():\n    {body}\n").seen == count, body


def test_operations_grow_with_the_order_of_the_code(pool: SandboxPool) -> None:
    """Twice the input: twice the operations with a set, four times with a list; the same every time."""
    slow = "def f(items):\n    seen = []\n    for one in items:\n        if one not in seen:\n            seen.append(one)\n    return seen\n"
    quick = "def f(items):\n    return list(dict.fromkeys(items))\n"
    counts = {}
    for name, source in {"slow": slow, "quick": quick}.items():
        small, large = (only(pool, "operations", source, list(range(size))) for size in (200, 400))
        assert small.value == ["l", *range(200)]
        counts[name] = large.seen / small.seen
        assert only(pool, "operations", source, list(range(200))).seen == small.seen
    assert counts["quick"] < 2.1
    assert counts["slow"] > 3


def test_texts_and_numbers_come_back_plain(pool: SandboxPool) -> None:
    """Results and changed arguments show nothing of the counting."""
    source = "def f(names, sizes):\n    names.append('z')\n    return {name: sizes[0] + 1 for name in names}, {*sizes}\n"
    seen = only(pool, "operations", source, ["a"], [1, 2])
    assert seen.value == ["t", ["d", "a", 2, "z", 2], ["S", 1, 2]]
    assert seen.args_after == ["t", ["t", ["l", "a", "z"], ["l", 1, 2]], ["d"]]


def test_a_blocked_loop_is_told(pool: SandboxPool) -> None:
    """`time.sleep` in a coroutine holds the loop up, `asyncio.sleep` and sleeping without a loop do not."""
    head = "import asyncio\nimport time\n\n\n"
    assert only(pool, "lag", f"{head}async def f():\n    await asyncio.sleep(1)\n    time.sleep(2)\n").seen == [
        "t",
        2000,
        3000,
    ]
    assert only(pool, "lag", f"{head}async def f():\n    await asyncio.sleep(1)\n").seen == ["t", 0, 1000]
    assert only(pool, "lag", f"{head}def f():\n    time.sleep(2)\n").seen == ["t", 0, 2000]
    both = "async def f():\n    await asyncio.gather(asyncio.sleep(1), asyncio.sleep(3))\n"
    assert only(pool, "lag", head + both).seen == ["t", 0, 3000]


def test_databases_live_in_memory(pool: SandboxPool) -> None:
    """sqlite3 works on `:memory:`, opens no file, and loads no extension."""
    source = (
        "import sqlite3\n\n\ndef f(path):\n    base = sqlite3.connect(path)\n    base.execute('CREATE TABLE t (a)')\n"
        "    base.execute('INSERT INTO t VALUES (?)', (path,))\n    return base.execute('SELECT a FROM t').fetchall()\n"
    )
    memory, file, host = run(pool, "database", source, (":memory:",), ("/tmp/x.db",), ("/etc/passwd",)).groups[0]  # noqa: S108
    assert memory.value == ["l", ["t", ":memory:"]]
    assert (file.error, host.error) == ("sqlite3.OperationalError", "sqlite3.OperationalError")
    load = "import sqlite3\n\n\ndef f():\n    base = sqlite3.connect(':memory:')\n    base.enable_load_extension(True)\n"
    refused = only(pool, "database", f"{load}    base.load_extension('libm.so.6')\n")
    assert refused.error == "sqlite3.OperationalError"


def test_without_the_probe_there_is_no_database(pool: SandboxPool) -> None:
    """No module, no class of it, and nothing that would make one."""
    assert run(pool, "", "import sqlite3\n").verdict is Verdict.IMPORT_ERROR
    assert run(pool, "causes", "import _sqlite3\n").verdict is Verdict.IMPORT_ERROR
    classes = "def f():\n    return [one.__name__ for one in object.__subclasses__() if 'sqlite' in one.__module__]\n"
    assert only(pool, "", classes).value == ["l"]
    assert only(pool, "", "import sys\n\n\ndef f():\n    return [n for n in sys.modules if 'sqlite' in n]\n").value == ["l"]


def test_without_a_probe_nothing_is_seen(pool: SandboxPool) -> None:
    """The frames of the three stages carry nothing more than before."""
    outcome = only(pool, "", "def f():\n    return open('/a.txt').read()\n")
    assert outcome.seen is None
    assert b"seen" not in outcome.raw
