"""Export of tables as sorted text files, for the partners who still want those.

File name, locale and separator are the partner's choice and may hold any
character.
"""

import subprocess
from typing import Iterable

ESCAPES = {"\\": "\\\\", "\n": "\\n"}


def escaped(value: object) -> str:
    """Text of one value with backslashes and line ends written as escapes."""
    text = "" if value is None else str(value)
    for plain, escape in ESCAPES.items():
        text = text.replace(plain, escape)
    return text


def as_text(rows: Iterable[Iterable[object]], separator: str) -> str:
    return "".join(separator.join(map(escaped, row)) + "\n" for row in rows)


def write_sorted(text: str, path: str, key: int, locale: str, separator: str) -> None:
    """Sort `text` into the file at `path`; what sort says goes nowhere.

    The file is made (or emptied) before sort starts and keeps what a failing
    sort has written.
    """
    status = subprocess.run(
        "LC_ALL={} sort -t '{}' -k {} > {} 2> /dev/null".format(
            locale, separator, key, path
        ),
        shell=True,
        input=text,
        text=True,
    ).returncode
    if status != 0:
        raise RuntimeError(f"sort failed with status {status}")


def checksum(path: str) -> str:
    """First word that cksum prints for the file on its standard input."""
    try:
        output = subprocess.check_output(f"cksum < {path}", shell=True, text=True)
    except subprocess.CalledProcessError as error:
        raise RuntimeError(f"cksum failed with status {error.returncode}") from None
    return output.partition(" ")[0]


def export(
    rows: list[list[object]],
    path: str,
    key: int = 1,
    locale: str = "C",
    separator: str = ";",
) -> dict[str, object]:
    """Write `rows` to `path`, one line a row, sorted by the column `key` (from 1).

    Starts `sort -t SEPARATOR -k KEY` with LC_ALL set to the locale for it
    alone, the rows on its standard input and the file as standard output, then
    `cksum` with the file as standard input. Returns `{"lines", "checksum"}`:
    the count of lines in the file and cksum's first word. Raises
    ValueError("no column KEY") for a key below 1, before anything is started,
    and RuntimeError("PROGRAM failed with status N"); a program that does not
    exist counts as status 127.
    """
    if key < 1:
        raise ValueError(f"no column {key}")
    write_sorted(as_text(rows, separator), path, key, locale, separator)
    digest = checksum(path)
    with open(path, encoding="utf-8") as file:
        return {"lines": len(file.readlines()), "checksum": digest}
