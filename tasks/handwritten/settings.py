"""Hard: layered settings. A value parser, a recursive merge and a key walker, all of them ladders."""

from typing import Final

from code_review_env.tasks.chance import chance
from code_review_env.tasks.handwritten.making import calls, source
from code_review_env.tasks.task import Case, Group, Task

_BASE: Final = {"name": "app", "db": {"host": "localhost", "port": 5432, "opts": {"ssl": False}}, "plugins": ["a", "b"]}
_WORDS: Final = ("", " ", "null", "NULL", "true", "Yes", "oN", "false", "no", "OFF", "none", "y", "truely")
_NUMBERS: Final = (
    "0",
    "-12",
    "+7",
    "007",
    "--1",
    "-",
    "+",
    "1 2",
    "1_000",
    "²",
    "10k",
    "3M",
    "1g",
    "-2K",
    "k",
    "k1",
    "5t",
    "+k",
)
_FLOATS: Final = ("1.5", "-.5", ".25", "+.5", "5.", ".", "-.", "1.2.3", "x.5", "1.x", "1e3", "+1.50", "-0.0", "1.5k", "1.²")
_QUOTED: Final = ('"a b"', "'12'", '"', "''", "\"a'", '"a","b"', "'yes'", "a'", '"""')
_LISTS: Final = ("1,2", "a, b ,c", ",", "1,,2", "true,null,x", "'a',b", "1k,.5")


def _values(texts: tuple[str, ...]) -> tuple[Case, ...]:
    return tuple(Case(([_BASE if index == 0 else {}], ["x.y=" + text])) for index, text in enumerate(texts))


def _merges() -> tuple[Case, ...]:
    layers: tuple[dict[str, object], ...] = (
        {},
        {"name": None},
        {"db": None},
        {"nothing": None},
        {"db": {}},
        {"db": {"port": 1}},
        {"db": {"opts": {"ssl": True, "ca": "x"}}},
        {"db": {"opts": None}},
        {"new": {"a": {"b": 1}}},
        {"new": {"a": None}},
        {"plugins": ["c"]},
        {"plugins+": ["c", "d"]},
        {"plugins+": []},
        {"fresh+": [1]},
        {"fresh++": [1]},
        {"db": {"hosts+": ["h"]}},
        {"name": 5, "extra": [None]},
    )
    cases = [Case(([_BASE, layer],)) for layer in layers]
    return (*cases, Case(([],)), Case(([_BASE, {"name": None}, {"name": "late", "db": {"port": 7}}],)))


def _clashes() -> tuple[Case, ...]:
    layers: tuple[dict[str, object], ...] = (
        {"name": {}},
        {"name": {"a": 1}},
        {"db": 5},
        {"db": []},
        {"db": {"port": {"x": 1}}},
        {"db": {"opts": {"ssl": {"deep": 1}}}},
        {"db": {"opts": "none"}},
        {"name+": [1]},
        {"db+": [1]},
        {"plugins+": "c"},
        {"plugins+": None},
        {"plugins+": {}},
        {"db": {"port+": [1]}},
        {"new": {"list+": 3}},
        {"fresh+": ("a",)},
    )
    return tuple(Case(([_BASE, layer],)) for layer in layers)


def _words() -> tuple[Case, ...]:
    words = (
        "name=x",
        " db.port = 1 ",
        "db.port=",
        "a.b.c=1",
        "plugins+=1,2",
        "plugins+=1",
        "db.opts=null",
        "a=b=c",
        "a b=1",
        "+x=2",
    )
    broken = ("name", "", "=", "=1", "a..b=1", ".a=1", "a.=1", "a.+=1", "+=1", "db=5", "name.x=1", " =1")
    cases = [Case(([_BASE], [word])) for word in (*words, *broken)]
    return (*cases, Case(([_BASE], ["name=1", "name=null", "name=2"])), Case(([{"a": {}}, {"a": 1}], ["bad"])))


def _required() -> tuple[Case, ...]:
    keys = (
        ["name"],
        ["db.host", "db.opts.ssl"],
        ["db.x"],
        ["x", "name", "y.z"],
        ["name.first"],
        ["db", "plugins.0"],
        [""],
        ["db."],
    )
    return (
        *(Case(([_BASE],), {"required": required}) for required in keys),
        Case(([_BASE], ["name=null"], ["name"])),
        Case(([_BASE], ["late=1"], ["late"])),
        Case(([], [], ["a", "a"])),
        Case(([_BASE], ["db=5"], ["missing"])),
    )


def _random_cases(count: int) -> tuple[Case, ...]:
    rng = chance("hard/settings/property")
    texts = _WORDS + _NUMBERS + _FLOATS + _QUOTED + _LISTS
    keys = ("name", "db.port", "db.opts.ssl", "db.opts.level", "plugins", "plugins+", "deep.er.still")
    return tuple(
        Case(
            (
                [_BASE, {rng.choice(["a", "db"]): {"port": number}}],
                [f"{rng.choice(keys)}={rng.choice(texts)}" for _ in range(3)],
            ),
            {"required": rng.sample(["name", "db.port", "deep.er"], rng.randint(0, 2))},
        )
        for number in range(count)
    )


def _groups() -> tuple[Group, ...]:
    examples = calls(
        ([_BASE, {"db": {"port": 6000}}], ["db.opts.ssl=yes", "plugins+=c,d"]),
        ([_BASE], ["cache=10k", "ratio=.5", "note='10k'"], ["cache"]),
        ([_BASE], ["db=5"]),
    )
    return (
        Group("examples", "example", examples, visible=True),
        Group("words", "partition", _values(_WORDS)),
        Group("whole numbers", "boundary", _values(_NUMBERS)),
        Group("floats", "boundary", _values(_FLOATS)),
        Group("quotes and lists", "partition", _values(_QUOTED + _LISTS)),
        Group("merging", "partition", _merges()),
        Group("clashes", "error", _clashes()),
        Group("keys", "error", _words()),
        Group("required keys", "error", _required()),
        Group("layers stay", "mutation", calls(([_BASE, {"plugins+": ["c"], "db": {"opts": None}}], ["name=null"]))),
        Group("repeat", "repeat", calls(*[([_BASE], ["db.port=1", "plugins+=x,y"])] * 2, ([_BASE],))),
        Group("random words", "property", _random_cases(16)),
    )


def task() -> Task:
    """The task `hard/settings`."""
    return Task(
        name="hard/settings",
        stage="hard",
        entry="load",
        instruction=(
            "Split this settings loader into functions of McCabe complexity 3 at most, with no more than four decisions "
            "inside the expressions of each; every value, clash and message must stay the same."
        ),
        messy=source("settings", "messy"),
        oracle=source("settings", "oracle"),
        groups=_groups(),
        split="test",
    )
