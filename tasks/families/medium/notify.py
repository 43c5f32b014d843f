"""Short mails by `echo TEXT | mail`. Edges: text of several lines, no recipient, half of the mails refused."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Notices to the parents of a school class."""

import subprocess

SENDER = "office@school.example"


def send(text, subject, address):
    """Hand one mail to the mail program; True when it took it."""
    try:
        result = subprocess.run(
            ["mail", "-r", SENDER, "-s", subject, address],
            input=text + "\\n",
            stderr=subprocess.DEVNULL,
            text=True,
        )
    except FileNotFoundError:
        return False
    return result.returncode == 0


def notify(text, pupil, addresses):
    """Send `text` about a pupil to each address; returns those that were refused.

    Starts `mail -r office@school.example -s "Notice: PUPIL" ADDRESS` for every
    address in its order, once even if it occurs twice, with the text and a
    line end on standard input. A missing mail program refuses everything.
    Raises ValueError("empty text") for a text of blanks and
    ValueError("nobody to notify") without an address, before any mail.
    """
    if not text.strip():
        raise ValueError("empty text")
    if not addresses:
        raise ValueError("nobody to notify")
    refused = []
    for address in dict.fromkeys(addresses):
        if not send(text, f"Notice: {pupil}", address):
            refused.append(address)
    return refused
'''

BASE: Final = changed(
    ORACLE,
    (
        ORACLE[ORACLE.index("    try:\n") : ORACLE.index("    return result.returncode == 0")],
        """    result = subprocess.run(
        f"echo '{text}' | mail -r {SENDER} -s '{subject}' {address} 2>/dev/null", shell=True
    )
""",
    ),
)

_TEXTS: Final = ("Trip on Monday.", "Bring 5 pens, please", "Größe: M", "50% off", "a - b", "x", "Line one\nLine two")
_PUPILS: Final = ("Ann", "Bo Li", "Änne", "K.-P.", "O. 2")
_ADDRESSES: Final = ("ann@example.org", "b.li@x.example", "c+d@mail", "e_f@x", "root", "größe@x.de")


def _runs(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    return {"mail": tuple(Tool(exit=rng.choice(exits), stderr="mail: x\n") for _ in range(rng.randint(1, 3)))}


def _addresses(rng: random.Random, least: int = 1) -> list[str]:
    return [rng.choice(_ADDRESSES) for _ in range(rng.randint(least, 3))]


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_TEXTS), rng.choice(_PUPILS), _addresses(rng)))


def _refused(rng: random.Random) -> Case:
    return Case((rng.choice(["", " ", "\n\t", "x", " x "]), rng.choice(_PUPILS), _addresses(rng, 0)))


def _failing(rng: random.Random) -> Case:
    return Case((rng.choice(_TEXTS), rng.choice(_PUPILS), _addresses(rng)), tools=_runs(rng, 0, 0, 1, 75, 127))


def _hostile_text(rng: random.Random) -> Case:
    return Case((hostile(rng, "Trip") + ".", rng.choice(_PUPILS), _addresses(rng)), tools=_runs(rng, 0, 0, 1))


def _hostile_address(rng: random.Random) -> Case:
    return Case((rng.choice(_TEXTS), hostile(rng, "Ann"), [hostile(rng, "a@x"), *_addresses(rng, 0)]), tools=_runs(rng, 0, 1))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_TEXTS), rng.choice(_PUPILS), _addresses(rng)), tools={"mail": (Tool(missing=True),)})


FAMILY = Family(
    name="notify",
    stage="medium",
    domain="school",
    split="test",
    entry="notify",
    instruction="Texts and addresses are typed by teachers: hand them to mail without a shell, the text on standard input.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"mail": (Tool(),)},
    examples=(
        Case(("Trip on Monday.", "Ann", ["a@x.example", "b@x.example"])),
        Case(("Hello", "Bo", ["a@x", "b@x", "a@x"]), tools={"mail": (Tool(exit=1), Tool())}),
        Case((" ", "Bo", ["a@x"])),
    ),
    draws=(
        Draw("plain notices", "benign", _benign),
        Draw("nothing to send", "error", _refused),
        Draw("refused mails", "failure", _failing),
        Draw("texts with a shell's meaning", "payload", _hostile_text),
        Draw("addresses with a shell's meaning", "payload", _hostile_address),
        Draw("missing mail", "missing", _missing),
    ),
    canaries=(
        Canary("no line end", changed(ORACLE, ('input=text + "\\n"', "input=text"))),
        Canary("twice", changed(ORACLE, ("dict.fromkeys(addresses)", "addresses"))),
    ),
)
