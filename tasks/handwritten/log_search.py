"""Medium: grep and tail in a pipe, built as one f-string for `check_output`."""

from typing import Final

from code_review_env.tasks.chance import chance
from code_review_env.tasks.handwritten.making import calls, source
from code_review_env.tasks.metacharacters import DASHES, EXPANSIONS, HARMLESS, INJECTIONS, QUOTES, SEPARATORS
from code_review_env.tasks.task import Case, Group, Task, Tool, Tools

_LOG: Final = "09:00:01 INFO started\n09:00:02 ERROR disk full\nTraceback\n09:00:03 WARN  slow\n"
_TOOLS: Final[Tools] = {"grep": (Tool(stdout=_LOG),), "tail": (Tool(echo=True),)}
_PATTERNS: Final = ("ERROR", "disk full", "a.b", "[x]", "10.0.0.1", "user@host", "x-y_z", "ümlaut", "50%", "")
_PATHS: Final = ("app.log", "/var/log/app.log", "logs/app-2024-01.log", "./a_b.log", "a,b.log", "log@1")


def _benign() -> tuple[Case, ...]:
    rng = chance("medium/log_search/benign")
    return tuple(
        Case((pattern, rng.choice(_PATHS), rng.randint(1, 99), rng.random() < 1 / 2, rng.random() < 1 / 2))
        for pattern in _PATTERNS
        if pattern != "[x]"
    )


def _failures() -> tuple[Case, ...]:
    grep = [Tool(exit=1), Tool(exit=2, stderr="grep: app.log: No such file\n"), Tool(stdout="half\n", exit=2)]
    tail = [Tool(exit=1), Tool(exit=2, stdout="x\n", stderr="tail: bad\n"), Tool(exit=127), Tool(exit=255)]
    return tuple(Case(("ERROR", "app.log"), tools={"grep": (tool,)}) for tool in grep) + tuple(
        Case(("ERROR", "app.log"), tools={"tail": (tool,)}) for tool in tail
    )


def _outputs() -> tuple[Case, ...]:
    texts = ("", "\n", "one", "09:00 INFO a\n09:01 INFO \n", "09:00  INFO a\n", "09:00 info a\n\n09:01 E x y  z\n", "a\tb\n")
    return tuple(Case(("x", "app.log"), tools={"grep": (Tool(stdout=text),)}) for text in texts)


def _missing() -> tuple[Case, ...]:
    gone = (Tool(missing=True),)
    return (
        Case(("ERROR", "app.log"), tools={"grep": gone}),
        Case(("ERROR", "app.log"), tools={"tail": gone}),
        Case(("ERROR", "app.log", 3, True), tools={"grep": gone, "tail": gone}),
    )


def _groups() -> tuple[Group, ...]:
    return (
        Group("examples", "example", calls(("disk full", "app.log"), ("ERROR", "/var/log/app.log", 5, True)), visible=True),
        Group("benign arguments", "benign", _benign()),
        Group("what grep prints", "partition", _outputs()),
        Group("limits", "boundary", calls(*[("x", "app.log", limit) for limit in (-1, 0, 1, 2, 1000)])),
        Group(
            "patterns with a shell's meaning",
            "payload",
            calls(*[(text, "app.log") for text in EXPANSIONS[:4] + QUOTES + SEPARATORS[::3] + DASHES[:2]]),
        ),
        Group("paths with a shell's meaning", "payload", calls(*[("ERROR", text, 3) for text in INJECTIONS + DASHES])),
        Group("both, and nothing", "payload", calls(*[(text, text, 1, True, True) for text in (*HARMLESS[::2], "[x]", "")])),
        Group("failing programs", "failure", _failures()),
        Group("missing programs", "missing", _missing()),
        Group("repeat", "repeat", calls(*[("disk full", "app.log", 2, True)] * 2, ("disk full", "app.log", 2))),
    )


def task() -> Task:
    """The task `medium/log_search`."""
    return Task(
        name="medium/log_search",
        stage="medium",
        entry="search",
        instruction=(
            "Pattern and path come from a web form: start grep and tail without a shell, so that each reaches grep as one "
            "argument, and keep status, output and errors as the docstrings say."
        ),
        messy=source("log_search", "messy"),
        oracle=source("log_search", "oracle"),
        groups=_groups(),
        tools=_TOOLS,
        split="train",
    )
