"""Medium: make in a project's folder, `cd D && make clean && make T` joined for a `Popen` with a shell."""

from typing import Final

from code_review_env.tasks.chance import chance
from code_review_env.tasks.handwritten.making import calls, source
from code_review_env.tasks.metacharacters import APOSTROPHES, DASHES, EVERYTHING, INJECTIONS
from code_review_env.tasks.task import Case, Group, Task, Tool, Tools

_TOOLS: Final[Tools] = {"make": (Tool(stdout="cc -o app main.c\n\nDone.\n"), Tool(stdout="ld app\n", stderr="warning: old\n"))}
_FILES: Final = {f"{folder}/Makefile": "all:\n\ttrue\n" for folder in ("web", "services/api", "docs")}
_TARGETS: Final = ("all", "test", "install-data", "dist/app.js", "lib.so.1", "v1.2_rc", "html+pdf", "a@b", "50%")
_VALUES: Final = ("-O2", "a b", "x=1", "/usr/local", "*", "$HOME", "a;b", "#1", '"q"', "", "üä")


def _benign() -> tuple[Case, ...]:
    rng = chance("medium/build_target/benign")
    return tuple(
        Case(
            (project, rng.sample(_TARGETS, count)),
            {
                "variables": {f"V{index}": rng.choice(_VALUES) for index in range(3 - count)},
                "clean": rng.random() < 1 / 2,
                "jobs": rng.randint(1, 9),
            },
        )
        for project in ("web", "api", "docs")
        for count in (0, 1, 2, 3)
    )


def _failures() -> tuple[Case, ...]:
    runs: tuple[tuple[Tool, ...], ...] = (
        (Tool(exit=1),),
        (Tool(exit=2, stdout="cc\n", stderr="make: *** Error 1\n"),),
        (Tool(exit=3),),
        (Tool(exit=127),),
        (Tool(exit=255, stderr="\n\n"),),
        (Tool(stdout="clean\n"), Tool(exit=2, stderr="bad\n")),
        (Tool(stdout="one"), Tool(stdout="two"), Tool(exit=9)),
        (Tool(), Tool(exit=127)),
    )
    return tuple(Case(("web", ["all"]), {"clean": clean}, {"make": tools}) for tools in runs for clean in (False, True))


def _errors() -> tuple[Case, ...]:
    keys = ("", "A B", "1A", "A-B", "A;id", "$(id)", "ä", "_x", "A=")
    cases = [Case(("web", [], {key: "1"})) for key in keys]
    cases += [Case((project, ["all"])) for project in ("Web", "", "../etc", "web; id")]
    return (*cases, Case(("nowhere", [], {"": "1"})), Case(("web", [], {"b b": "", "a a": ""}, True)))


def _groups() -> tuple[Group, ...]:
    gone = (Tool(missing=True),)
    return (
        Group(
            "examples",
            "example",
            (*calls(("web", ["all"]), ("api", ["test"], {"CFLAGS": "-O2 -g"}, True, 4)), Case(("docs", []), {"jobs": 0})),
            visible=True,
        ),
        Group("benign arguments", "benign", _benign()),
        Group("jobs", "boundary", tuple(Case(("web", ["all"]), {"jobs": jobs}) for jobs in (-1, 0, 1, 2, 64))),
        Group(
            "variables in order", "partition", calls(("web", [], {"b": "2", "a": "1", "B": "3"}), ("web", [], {}), ("api", []))
        ),
        Group("targets with a shell's meaning", "payload", calls(*(("web", [text]) for text in EVERYTHING))),
        Group(
            "values with a shell's meaning", "payload", calls(*(("api", ["all"], {"V": text}, True) for text in APOSTROPHES))
        ),
        Group(
            "several at once",
            "payload",
            calls(*(("docs", ["a", text, ""], {"V": text}) for text in (INJECTIONS + DASHES)[::3])),
        ),
        Group("failing make", "failure", _failures()),
        Group(
            "missing make",
            "missing",
            tuple(Case(("web", ["all"]), {"clean": clean}, {"make": gone}) for clean in (False, True)),
        ),
        Group("faults", "error", _errors()),
        Group("arguments stay", "mutation", calls(("web", ["b", "a"], {"Z": "1", "A": "2"}, True, 3))),
        Group("repeat", "repeat", calls(*[("web", ["all"], {"A": "x y"}, True, 2)] * 2, ("api", ["all"]))),
    )


def task() -> Task:
    """The task `medium/build_target`."""
    return Task(
        name="medium/build_target",
        stage="medium",
        entry="build",
        instruction=(
            "Targets and variables come from a chat: run make in the project's folder without a shell, each as one argument, "
            "with the same order of programs, status and log."
        ),
        messy=source("build_target", "messy"),
        oracle=source("build_target", "oracle"),
        groups=_groups(),
        tools=_TOOLS,
        files=_FILES,
        split="validation",
    )
