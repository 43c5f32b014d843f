"""Downloads by curl with its status in braces. Edges: redirects, no status at all, a second try for servers that are busy."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Downloads of maps for the hiking club."""

import subprocess

BUSY = {"429", "503"}


def fetch(url, target, tries):
    """HTTP status as text, "000" when curl got none."""
    code = "000"
    for _ in range(tries):
        try:
            output = subprocess.check_output(
                ["curl", "-sSL", "-o", target, "-w", "%{http_code}", "--", url],
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except subprocess.CalledProcessError as error:
            output = error.stdout
        except FileNotFoundError:
            raise RuntimeError("curl is not installed") from None
        code = output[-3:] or "000"
        if code not in BUSY:
            break
    return code


def download(pages, folder, tries=2):
    """Fetch each (name, address) into FOLDER/NAME.

    Starts `curl -sSL -o FILE -w %{http_code} -- ADDRESS`, again while the
    server is busy (429, 503), `tries` times at most. Returns the names by
    outcome: {"ok": [...], "gone": [...], "failed": [...]}; 2xx is ok, 404 and
    410 are gone. Raises ValueError("slash in NAME") before the first download,
    and RuntimeError("curl is not installed").
    """
    for name, _ in pages:
        if "/" in name:
            raise ValueError(f"slash in {name}")
    outcome = {"ok": [], "gone": [], "failed": []}
    for name, url in pages:
        code = fetch(url, f"{folder}/{name}", tries)
        if code.startswith("2"):
            outcome["ok"].append(name)
        elif code in ("404", "410"):
            outcome["gone"].append(name)
        else:
            outcome["failed"].append(name)
    return outcome
'''

_URLS: Final = ("https://maps.example/a.png", "http://x.example:8080/t-1", "ftp://h/größe", "maps.example/50%", "h/a,b=c")
_NAMES: Final = ("alps.png", "t-1", "größe", "a_b.zip", "x@y", "50%", "-O")
_CODES: Final = ("200", "204", "302", "404", "410", "429", "500", "503", "000", "", "2", "30020", "retry 200", "\n")


def _runs(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    codes = [rng.choice(_CODES) for _ in range(rng.randint(1, 4))]
    return {"curl": tuple(Tool(stdout=code, stderr="curl: (6) x\n", exit=rng.choice(exits)) for code in codes)}


def _pages(rng: random.Random, least: int = 0) -> list[tuple[str, str]]:
    return [(rng.choice(_NAMES), rng.choice(_URLS)) for _ in range(rng.randint(least, 3))]


def _options(rng: random.Random) -> dict[str, object]:
    return {"tries": rng.randint(1, 3)} if rng.random() < 1 / 2 else {}


def _benign(rng: random.Random) -> Case:
    return Case((_pages(rng), rng.choice(["maps", "/srv/m-1", "a_b"])), _options(rng), _runs(rng, 0))


def _tries(rng: random.Random) -> Case:
    name = rng.choice([*_NAMES, "a/b", "/"])
    codes = tuple(Tool(stdout=rng.choice(["429", "503", "503", "200", "404"])) for _ in range(4))
    return Case(([*_pages(rng)[:1], (name, rng.choice(_URLS))], "m", rng.randint(0, 4)), {}, {"curl": codes})


def _failing(rng: random.Random) -> Case:
    return Case((_pages(rng, 1), "maps"), _options(rng), _runs(rng, 0, 6, 7, 22, 28, 127))


def _hostile_url(rng: random.Random) -> Case:
    return Case(([(rng.choice(_NAMES), hostile(rng, "http://x/"))], "maps"), _options(rng), _runs(rng, 0, 0, 22))


def _hostile_names(rng: random.Random) -> Case:
    pages = [(hostile(rng, "alps").replace("/", ""), rng.choice(_URLS)), (rng.choice(_NAMES), hostile(rng, "h"))]
    return Case((pages, hostile(rng, "maps")), {}, _runs(rng, 0))


def _missing(rng: random.Random) -> Case:
    return Case((_pages(rng, 1), "maps"), _options(rng), {"curl": (Tool(missing=True),)})


FAMILY = Family(
    name="fetch_file",
    stage="medium",
    domain="hiking",
    split="train",
    entry="download",
    instruction="Members send in names and addresses: start curl without a shell and keep what counts as ok, gone or failed.",
    oracle=ORACLE,
    tools={"curl": (Tool(stdout="200"),)},
    examples=(
        Case(([("alps.png", "https://maps.example/a.png")], "maps")),
        Case(([("a", "h/a"), ("b", "h/b")], "m"), {}, {"curl": (Tool(stdout="503"), Tool(stdout="404"), Tool(exit=6))}),
        Case(([("a/b", "h")], "m")),
    ),
    draws=(
        Draw("plain pages", "benign", _benign),
        Draw("tries", "boundary", _tries),
        Draw("failing curl", "failure", _failing),
        Draw("addresses with a shell's meaning", "payload", _hostile_url),
        Draw("names with a shell's meaning", "payload", _hostile_names),
        Draw("missing curl", "missing", _missing),
    ),
    canaries=(
        Canary("a failure has no status", changed(ORACLE, ("output = error.stdout", 'output = ""'))),
        Canary("never again", changed(ORACLE, ("if code not in BUSY:", "if code:"))),
    ),
)
