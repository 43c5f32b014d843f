"""Medium: sort into a file and cksum from it, with redirections and a variable in front, through `run` with a shell."""

from typing import Final

from code_review_env.tasks.chance import chance
from code_review_env.tasks.handwritten.making import calls, source
from code_review_env.tasks.metacharacters import APOSTROPHES, DASHES, EVERYTHING, EXPANSIONS, HARMLESS, INJECTIONS
from code_review_env.tasks.task import Case, Group, Task, Tool, Tools

Rows = list[list[object]]

_TOOLS: Final[Tools] = {"sort": (Tool(echo=True),), "cksum": (Tool(stdout="3015617425 6\n"),)}
_ROWS: Final[Rows] = [["b", 2], ["a", 10], ["c", None]]
_PATHS: Final = ("out.txt", "export-2024.csv", "a_b.c", "größe.txt", "x@y,z", "50%", "a+b=c")
_LOCALES: Final = ("C", "de_DE.UTF-8", "en_US", "", "C.UTF-8")
_SEPARATORS: Final = (";", ",", "|", " ", "\t", "&", "$", "#", "*", '"', ">", "ä", "`", "\\")


def _benign() -> tuple[Case, ...]:
    rng = chance("medium/sorted_export/benign")
    return tuple(
        Case((_ROWS, rng.choice(_PATHS)), {"key": rng.randint(1, 3), "locale": rng.choice(_LOCALES), "separator": separator})
        for separator in _SEPARATORS
    ) + tuple(Case((_ROWS, path)) for path in _PATHS)


def _contents() -> tuple[Case, ...]:
    tables: tuple[Rows, ...] = (
        [],
        [[]],
        [[""]],
        [["two\nlines", "back\\slash"]],
        [["\\n"], ["\n\\"]],
        [[1.5, True, None, "x"]],
        [["$(id)", "'; id; '"], ["*", "~"]],
        [["a;b", "c"]] * 5,
        [["  lead", "trail  "], ["ü", "日本"]],
        [[f"row {number}", number] for number in range(30)],
    )
    return tuple(Case((rows, "out.txt")) for rows in tables)


def _failures() -> tuple[Case, ...]:
    sort = (
        Tool(exit=1),
        Tool(exit=2, stdout="half\n", stderr="sort: disk full\n"),
        Tool(exit=127),
        Tool(stdout="other\nlines\n"),
        Tool(stdout="no end", stderr="sort: odd\n"),
    )
    sums = (
        Tool(exit=1, stdout="12 3\n"),
        Tool(exit=126),
        Tool(exit=127),
        Tool(stdout=""),
        Tool(stdout="77"),
        Tool(stdout=" 5 6\n"),
    )
    return tuple(Case((_ROWS, "out.txt"), tools={"sort": (tool,)}) for tool in sort) + tuple(
        Case((_ROWS, "out.txt"), tools={"cksum": (tool,)}) for tool in sums
    )


def _groups() -> tuple[Group, ...]:
    gone = (Tool(missing=True),)
    keys = (-1, 0, 1, 2, 99)
    separators = [Case((_ROWS, "o.txt"), {"separator": text}) for text in APOSTROPHES]
    return (
        Group(
            "examples",
            "example",
            calls((_ROWS, "out.txt"), (_ROWS, "a.csv", 2, "de_DE.UTF-8", ","), ([], "o", 0)),
            visible=True,
        ),
        Group("benign arguments", "benign", _benign()),
        Group("contents", "partition", _contents()),
        Group("keys", "boundary", calls(*((_ROWS, "out.txt", key) for key in keys))),
        Group("paths with a shell's meaning", "payload", calls(*((_ROWS, text) for text in EVERYTHING))),
        Group(
            "locales with a shell's meaning",
            "payload",
            calls(*(([["x"]], "out.txt", 1, text) for text in (INJECTIONS + HARMLESS)[::2])),
        ),
        Group("separators with a shell's meaning", "payload", tuple(separators)),
        Group("all at once", "payload", calls(*(([["x", text]], text, 1, text, text) for text in (EXPANSIONS + DASHES)[::2]))),
        Group("failing programs", "failure", _failures()),
        Group(
            "missing programs", "missing", tuple(Case((_ROWS, "out.txt"), tools={name: gone}) for name in ("sort", "cksum"))
        ),
        Group("rows stay", "mutation", calls((_ROWS, "out.txt"), ([["a\nb", None]], "out.txt", 2))),
        Group("repeat", "repeat", calls(*[(_ROWS, "out.txt", 1, "C", ",")] * 2, ([["only"]], "out.txt"))),
    )


def task() -> Task:
    """The task `medium/sorted_export`."""
    return Task(
        name="medium/sorted_export",
        stage="medium",
        entry="export",
        instruction=(
            "File name, locale and separator are the partner's choice: replace the redirections and the variable in front by "
            "what subprocess offers, without a shell, and keep files, results and errors as documented."
        ),
        messy=source("sorted_export", "messy"),
        oracle=source("sorted_export", "oracle"),
        groups=_groups(),
        tools=_TOOLS,
        split="test",
    )
