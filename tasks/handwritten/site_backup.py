"""Medium: tar and sha256sum, command lines built with `%` for `run` with captured output."""

from typing import Final

from code_review_env.tasks.chance import chance
from code_review_env.tasks.handwritten.making import calls, source
from code_review_env.tasks.metacharacters import APOSTROPHES, DASHES, EVERYTHING, EXPANSIONS, HARMLESS, INJECTIONS
from code_review_env.tasks.task import Case, Group, Task, Tool, Tools

_TOOLS: Final[Tools] = {"tar": (Tool(),), "sha256sum": (Tool(stdout="9f86d081  /backups/site.tar.gz\n"),)}
_NAMES: Final = ("index.html", "img", "css/site.css", "data-2024.json", "über.txt", "a,b", "v1:2", "x@2x.png", "50%", "a+b=c")
_LABELS: Final = ("site", "shop-2024-01-31", "a.b_c", "kunde@host", "größe")
_PATTERNS: Final = ("cache", "*.tmp", "img/*", "my files", "a;b", "$x", "#old", "[0-9]?", "~", '"q"', "")


def _benign() -> tuple[Case, ...]:
    rng = chance("medium/site_backup/benign")
    return tuple(
        Case((label, rng.choice(["/srv/www", "sites/a-b", "."]), rng.sample(_NAMES, count), rng.sample(_PATTERNS, count - 1)))
        for label in _LABELS
        for count in (1, 2, 4)
    )


def _failures() -> tuple[Case, ...]:
    tar = (
        Tool(exit=1),
        Tool(exit=1, stderr="tar: a: file changed\ntar: b: file changed\n"),
        Tool(exit=2),
        Tool(exit=2, stderr="tar: x: Cannot stat\ntar: Exiting\n"),
        Tool(exit=3, stdout="noise\n", stderr="\n"),
        Tool(exit=127, stderr="tar: no gzip\n"),
        Tool(stderr="tar: Removing leading `/'\n"),
    )
    sums = (
        Tool(exit=1, stdout="abc  x\n"),
        Tool(stdout=""),
        Tool(stdout=" \n"),
        Tool(stdout="\\ab12  x\n", stderr="w\n"),
        Tool(exit=127),
    )
    arguments = ("site", "/srv", ["a"])
    return tuple(Case(arguments, tools={"tar": (tool,)}) for tool in tar) + tuple(
        Case(arguments, tools={"sha256sum": (tool,)}) for tool in sums
    )


def _groups() -> tuple[Group, ...]:
    gone = (Tool(missing=True),)
    every = ("site", "/srv", ["a", "b"], ["c"])
    return (
        Group(
            "examples", "example", calls(("site", "/srv/www", ["index.html", "img"], ["*.tmp"]), ("a", ".", [])), visible=True
        ),
        Group("benign arguments", "benign", _benign()),
        Group(
            "counts", "boundary", calls(*[("n", ".", list(_NAMES[:count])) for count in (0, 1, 2, 10)], ("n", ".", (), ["x"]))
        ),
        Group(
            "labels with a shell's meaning",
            "payload",
            calls(*((text, "/srv", ["a"]) for text in (INJECTIONS + HARMLESS)[::2])),
        ),
        Group(
            "names with a shell's meaning", "payload", calls(*(("s", "/srv", ["a", text]) for text in (*EVERYTHING[1::2], "")))
        ),
        Group(
            "folders with a shell's meaning", "payload", calls(*(("s", text, ["a"], ["b"]) for text in EXPANSIONS + DASHES))
        ),
        Group(
            "patterns with a shell's meaning", "payload", calls(*(("s", "/srv", ["a"], [text, "b"]) for text in APOSTROPHES))
        ),
        Group("failing programs", "failure", _failures()),
        Group(
            "missing programs",
            "missing",
            (
                Case(every, tools={"tar": gone}),
                Case(every, tools={"sha256sum": gone}),
                Case(("s", ".", []), tools={"tar": gone}),
            ),
        ),
        Group("repeat", "repeat", calls(*[every] * 2, ("site", "/srv", ["a"]))),
    )


def task() -> Task:
    """The task `medium/site_backup`."""
    return Task(
        name="medium/site_backup",
        stage="medium",
        entry="backup",
        instruction=(
            "Start tar and sha256sum without a shell, so that labels, folders, names and patterns that customers chose "
            "cannot start anything else; results and errors stay as documented."
        ),
        messy=source("site_backup", "messy"),
        oracle=source("site_backup", "oracle"),
        groups=_groups(),
        tools=_TOOLS,
        split="train",
    )
