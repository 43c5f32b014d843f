"""Shell texts on which the virtual shell is compared with the real one."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

SEED: Final = 20240101
SEPARATOR: Final = "\n===\n"

TEMPLATES: Final = (
    "tool {}",
    "tool '{}'",
    'tool "{}"',
    "tool -x {} > out.txt",
    "echo {} | cat",
    "fail {} || tool {}",
    "cd {} && tool",
    "LANG={} tool x",
    "tool --name={} 2>&1 | cat",
    "tool $(echo {})",
    "cat < {}",
    "for f in {}; do tool $f; done",
)
"""Commands as messy code builds them."""
PAYLOADS: Final = (
    "plain",
    "a.txt",
    "x; tool pwned",
    "x && tool pwned",
    "x || tool pwned",
    "x | cat",
    "x & tool pwned",
    "$(tool pwned)",
    "`tool pwned`",
    "x\ntool pwned",
    "x'; tool pwned; '",
    'x"; tool pwned; "',
    "> made.txt",
    "x >> made.txt",
    "x 2>made.txt",
    "two words",
    "  lead  and trail  ",
    "*",
    "*.txt",
    "?.txt",
    "[ab].txt",
    "[!a]*",
    ".*",
    "$HOME",
    "${HOME}/x",
    "$UNSET",
    "${UNSET:-dflt}",
    "$x",
    "~",
    "~/x",
    "a~",
    "back\\slash",
    "end\\",
    "",
    "-leading",
    "--",
    "#comment",
    "x #comment",
    "x#y",
    "na\xefve \u2603",
    "{a,b}",
    "{",
    "}",
    "tab\there",
    "bang!",
    "! x",
    "%s",
    "100%d",
    "a=b",
    "A=b tool",
    "(x)",
    "(tool pwned)",
    "x)",
    "'",
    '"',
    "it's",
    "`",
    "$(",
    "$",
    "$(echo x",
    "x;",
    ";",
    "&",
    "|",
    "<",
    "a.txt b.txt",
    "sub/*",
    "sub",
    "nosuch",
    "$(fail)",
    "x <a.txt",
    "x 2>&1",
    "x >&2",
    "x 1>/dev/null",
    "if",
    "done",
    "x\\\ny",
    '"$HOME"',
    "'$HOME'",
    "\\$HOME",
    "\\*",
    "a:b",
    "$'x'",
    "x;;y",
    "@",
    "$#",
    "$?",
    "exit 5; x",
)
"""What comes into their braces."""
TOKENS: Final = (
    *("tool", "fail", "echo", "cat", "a.txt", "*.txt", "$HOME", '"', "'", "`", "$(", ")", "(", ";", "&&", "||", "|", ">", "<"),
    *(
        "2>&1",
        "\n",
        " ",
        " ",
        " ",
        "\\",
        "#",
        "~",
        "{",
        "}",
        "x=1",
        "$x",
        "${x:-d}",
        "!",
        "&",
        "-n",
        "o1",
        "%s",
        "=",
        "''",
        '""',
        ">>",
    ),
)


def by_hand() -> list[str]:
    """Every construct that the virtual shell offers, and what looks like one."""
    text = Path(__file__).with_name("by_hand.txt").read_text(encoding="utf-8")
    return text.removesuffix("\n").split(SEPARATOR)


def injections() -> list[str]:
    """All payloads in all templates."""
    return [template.replace("{}", payload) for template in TEMPLATES for payload in PAYLOADS]


def mixes(count: int) -> Iterator[str]:
    """Random mixes of the tokens of a shell; most are wrong somewhere."""
    source = random.Random(SEED)  # noqa: S311 - a seeded source
    for _ in range(count):
        parts = [source.choice(TOKENS) + source.choice(["", " "]) for _ in range(source.randint(1, 9))]
        yield "tool " + "".join(parts)
