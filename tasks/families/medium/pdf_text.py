"""Pages of forms by pdftotext. Edges: form feeds between pages, a page range, blanks at line ends, forms that are locked."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Text of insurance forms, page by page."""

import subprocess
from typing import Optional

REASONS = {1: "cannot open", 2: "cannot write", 3: "not permitted"}


def page_options(first: int, last: Optional[int]) -> list[str]:
    """Options of pdftotext for a range of pages."""
    options = ["-f", str(first)]
    if last is not None:
        options += ["-l", str(last)]
    return options


def pages(path: str, first: int = 1, last: Optional[int] = None, password: str = "") -> list[str]:
    """The text of the pages `first` to `last`, or to the end.

    Starts `pdftotext -layout -f FIRST [-l LAST] [-upw PASSWORD] -- PATH -` ("-"
    is standard output). A form feed ends each page; blanks at the ends of lines
    and empty lines at the end of a page are dropped. Raises ValueError("no
    pages") unless 1 <= first <= last, before anything is started;
    PermissionError(PATH) for status 3 and OSError("REASON: PATH") for 1
    ("cannot open"), 2 ("cannot write") and any other ("status N"; 127 for a
    missing pdftotext).
    """
    if first < 1 or (last is not None and last < first):
        raise ValueError("no pages")
    unlock = ["-upw", password] if password else []
    command = ["pdftotext", "-layout", *page_options(first, last), *unlock, "--", path, "-"]
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        status, text = result.returncode, result.stdout
    except FileNotFoundError:
        status, text = 127, ""
    if status == 3:
        raise PermissionError(path)
    if status != 0:
        raise OSError(f"{REASONS.get(status, f'status {status}')}: {path}")
    texts = text.split("\\f")
    if texts[-1] == "":
        texts.pop()
    return [tidy(page) for page in texts]


def tidy(page: str) -> str:
    """A page without blanks at line ends and without empty lines at its end."""
    return "\\n".join(line.rstrip() for line in page.split("\\n")).rstrip("\\n")
'''

_PATHS: Final = ("form.pdf", "2024/claim-1_b.pdf", "größe.pdf", "x@y.pdf", "50%.pdf", "a=b", "-l.pdf")
_PASSWORDS: Final = ("", "secret", "a-b_c", "50%", "größe")
_LINES: Final = ("Name:  Ann", "  Sum 12", "x \t", "", "   ", "Größe", "\f", "end\f")


def _printed(rng: random.Random) -> str:
    return "\n".join(rng.choice(_LINES) for _ in range(rng.randint(0, 7))) + rng.choice(["", "\f", "\n\f", "\n"])


def _tool(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    return {"pdftotext": (Tool(stdout=_printed(rng), stderr=rng.choice(["", "x\n"]), exit=rng.choice(exits)),)}


def _options(rng: random.Random) -> dict[str, object]:
    first = rng.randint(1, 9)
    options = {"first": first, "last": rng.choice([None, first, first + 1, 99]), "password": rng.choice(_PASSWORDS)}
    return {name: options[name] for name in rng.choice([(), ("first",), ("first", "last"), ("password",), tuple(options)])}


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_PATHS),), _options(rng), _tool(rng, 0))


def _ranges(rng: random.Random) -> Case:
    first = rng.randint(-1, 3)
    return Case((rng.choice(_PATHS), first, rng.choice([None, first - 1, first, first + 1, 0])), {}, _tool(rng, 0))


def _failing(rng: random.Random) -> Case:
    return Case((rng.choice(_PATHS),), _options(rng), _tool(rng, 0, 1, 2, 3, 4, 99, 127))


def _hostile_path(rng: random.Random) -> Case:
    return Case((hostile(rng, "form.pdf"),), _options(rng), _tool(rng, 0, 0, 3))


def _hostile_password(rng: random.Random) -> Case:
    return Case((rng.choice([hostile(rng, "a"), "form.pdf"]),), {"password": hostile(rng, "secret")}, _tool(rng, 0))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_PATHS),), _options(rng), {"pdftotext": (Tool(missing=True),)})


FAMILY = Family(
    name="pdf_text",
    stage="medium",
    domain="insurance",
    split="train",
    entry="pages",
    instruction="Forms and passwords come from customers: start pdftotext without a shell and keep pages and errors.",
    oracle=ORACLE,
    tools={"pdftotext": (Tool(stdout="Name: Ann  \n\n\fSum 12\n\f"),)},
    examples=(
        Case(("form.pdf",)),
        Case(("form.pdf", 2, 3, "secret"), {}, {"pdftotext": (Tool(stdout="a\fb"),)}),
        Case(("form.pdf", 3, 2)),
    ),
    draws=(
        Draw("plain forms", "benign", _benign),
        Draw("ranges", "boundary", _ranges),
        Draw("failing pdftotext", "failure", _failing),
        Draw("forms with a shell's meaning", "payload", _hostile_path),
        Draw("passwords with a shell's meaning", "payload", _hostile_password),
        Draw("missing pdftotext", "missing", _missing),
    ),
    canaries=(
        Canary("a last empty page", changed(ORACLE, ('    if texts[-1] == "":\n        texts.pop()\n', ""))),
        Canary("blanks kept", changed(ORACLE, ("line.rstrip() for line", "line for line"))),
    ),
)
