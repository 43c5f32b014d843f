"""Export of tables as sorted text files, for the partners who still want those.

File name, locale and separator are the partner's choice and may hold any
character.
"""

import os
import subprocess
from typing import IO, Iterable

ESCAPES = {"\\": "\\\\", "\n": "\\n"}
MISSING = 127  # what a shell reports for a program that is not there


def escaped(value: object) -> str:
    """Text of one value with backslashes and line ends written as escapes."""
    text = "" if value is None else str(value)
    for plain, escape in ESCAPES.items():
        text = text.replace(plain, escape)
    return text


def as_text(rows: Iterable[Iterable[object]], separator: str) -> str:
    return "".join(separator.join(map(escaped, row)) + "\n" for row in rows)


def sort(
    argv: list[str], text: str, file: IO[str], environment: dict[str, str]
) -> int:
    """Status of a program that reads `text` and writes to the file."""
    try:
        return subprocess.run(
            argv,
            input=text,
            stdout=file,
            stderr=subprocess.DEVNULL,
            env=environment,
            text=True,
            check=False,
        ).returncode
    except FileNotFoundError:
        return MISSING


def read_by(argv: list[str], file: IO[str]) -> tuple[int, str]:
    """Status and standard output of a program that reads the file."""
    try:
        result = subprocess.run(
            argv, stdin=file, stdout=subprocess.PIPE, text=True, check=False
        )
    except FileNotFoundError:
        return MISSING, ""
    return result.returncode, result.stdout


def write_sorted(text: str, path: str, key: int, locale: str, separator: str) -> None:
    """Sort `text` into the file at `path`; what sort says goes nowhere.

    The file is made (or emptied) before sort starts and keeps what a failing
    sort has written.
    """
    environment = {**os.environ, "LC_ALL": locale}
    argv = ["sort", "-t", separator, "-k", str(key)]
    with open(path, "w", encoding="utf-8") as file:
        status = sort(argv, text, file, environment)
    if status != 0:
        raise RuntimeError(f"sort failed with status {status}")


def checksum(path: str) -> str:
    """First word that cksum prints for the file on its standard input."""
    with open(path, encoding="utf-8") as file:
        status, output = read_by(["cksum"], file)
    if status != 0:
        raise RuntimeError(f"cksum failed with status {status}")
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
