"""Strings that a shell would not pass on unchanged, for the medium stage; each must reach a program as one argument."""

import random
from typing import Final

SEPARATORS: Final = ("a; rm -rf x", "x | tee y", "a && id", "a || id", "a & id", "line\nid", "(id)")
"""They start a second command."""

EXPANSIONS: Final = ("$(id)", "`id`", "$HOME", "${HOME}", "~", "~root", "*", "?.log", "[ab]*", "{a,b}")
"""They are replaced by something else."""

QUOTES: Final = ('say "hi"', "it's", "'; id; '", '"; id; "', "back\\slash", "a\\", '\\"', "''")
"""They break out of quotes or lose characters."""

APOSTROPHES: Final = ("it's", "'; id; '", "'$(id)'", "a' 'b", "''", "'>out.txt'", "' -x '", "'*'")
"""They break out of single quotes."""

REDIRECTS: Final = ("> out.txt", "a>b", "< in.txt", "2>&1", ">>log")
"""They open files."""

HARMLESS: Final = ("two words", "  lead", "trail ", "tab\there", "#note", "!x", "%s", "%d%%", "a=b", "naïve-ü", "日本", "{}")
"""No attack, but split, dropped or formatted by careless code."""

DASHES: Final = ("-rf", "--help", "-", "--")
"""They look like options."""

INJECTIONS: Final = SEPARATORS + EXPANSIONS + QUOTES + REDIRECTS
EVERYTHING: Final = INJECTIONS + HARMLESS + DASHES
ALL: Final = frozenset(EVERYTHING + APOSTROPHES)

KINDS: Final = (SEPARATORS, EXPANSIONS, QUOTES, APOSTROPHES, REDIRECTS, HARMLESS[:6], HARMLESS[6:], DASHES, ("",))


def hostile(rng: random.Random, *stems: str) -> str:
    """One to three texts, of kinds drawn first, so that rare kinds come up as often as large ones.

    Args:
        rng: source of chance.
        stems: words in front of or behind which it may stand; it stands alone, too.
    """
    text = "".join(rng.choice(rng.choice(KINDS)) for _ in range(rng.choice([1, 1, 2, 3])))
    stem = rng.choice(["", *stems])
    return rng.choice([f"{text}{stem}", f"{stem}{text}"])
