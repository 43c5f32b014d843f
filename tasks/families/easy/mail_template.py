"""Templates of a newsletter. Trap: an f-string without placeholder in which doubled braces stand for single ones."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Subject lines of a newsletter."""

OPENING = "{"
CLOSING = "}"


def placeholder(name):
    """How a template asks for a field."""
    return "{" + name + "}"


def mail_template(subject, fields):
    """Turn the `[name]` marks of an editor into placeholders.

    Marks whose name is in `fields` become `{name}`, others stay as they are.
    Braces of the editor are doubled, since they mean themselves. An empty
    subject becomes `{title}`. Answers with the template and the fields that it
    uses, in the order of `fields`. A subject of more than one line is an error.
    """
    if "\\n" in subject:
        raise ValueError("a subject is one line")
    text = subject.replace(OPENING, "{{").replace(CLOSING, "}}")
    if not text.strip():
        return "{title}", ["title"] if "title" in fields else []
    used = []
    for name in fields:
        mark = f"[{name}]"
        if mark in text:
            text = text.replace(mark, placeholder(name))
            used.append(name)
    return text, used
'''

BASE: Final = changed(
    ORACLE,
    ('    text = subject.replace(OPENING, "{{")', '    text = subject.replace(OPENING, f"{{{{")'),
    ('.replace(CLOSING, "}}")', '.replace(CLOSING, f"}}}}")'),
    ('        return "{title}", [', '        return f"{{title}}", ['),
)
NAIVE: Final = changed(BASE, ('f"{{{{"', '"{{{{"'), ('f"}}}}"', '"}}}}"'), ('f"{{title}}"', '"{{title}}"'))

_FIELDS: Final = ("title", "name", "day", "shop")
_PIECES: Final = ("Hello [name]", "[day]", " ", "{sale}", "[shop]", "[other]", "[title", "}", "{", "[name]", "50 %", "[]")


def _fields(rng: random.Random) -> list[str]:
    return rng.sample(_FIELDS, rng.randint(0, 4))


def _subject(rng: random.Random, least: int, most: int) -> str:
    return "".join(rng.choice(_PIECES) for _ in range(rng.randint(least, most)))


def _ordinary(rng: random.Random) -> Case:
    return Case((_subject(rng, 1, 4), _fields(rng)))


def _braces(rng: random.Random) -> Case:
    return Case(("".join(rng.choices(["{", "}", "{}", "[name]", "a", " "], k=rng.randint(1, 6))), ["name"]))


def _empty(rng: random.Random) -> Case:
    return Case((rng.choice(["", " ", "\t", "   ", "[", "]"]), _fields(rng)))


def _lines(rng: random.Random) -> Case:
    return Case((_subject(rng, 0, 2) + rng.choice(["\n", "\r", ""]) + _subject(rng, 0, 2), _fields(rng)))


FAMILY = Family(
    name="mail_template",
    stage="easy",
    domain="newsletters",
    split="train",
    entry="mail_template",
    instruction="Bring this template maker to PEP 8; count the braces in what it returns before and after.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(
        Case(("Hello [name], {50} % off", ["day", "name"])),
        Case(("  ", ["title"])),
        Case(("two\nlines", [])),
    ),
    draws=(
        Draw("subjects", "partition", _ordinary),
        Draw("braces", "boundary", _braces),
        Draw("nothing typed", "boundary", _empty),
        Draw("lines", "error", _lines),
    ),
    canaries=(
        Canary("only the f is gone", NAIVE, naive=True),
        Canary("first mark only", changed(ORACLE, ("placeholder(name))", "placeholder(name), 1)"))),
    ),
)
