"""Search the application logs on a host and show the last matches.

`search` backs the "recent errors" box of the operations page. Pattern and path
come from a form, so they may hold any character; each must reach grep as one
argument, exactly as it was typed.
"""

import re
import subprocess
from typing import Any

ENTRY = re.compile(r"(?P<time>\S+) (?P<level>[A-Z]+) (?P<text>.*)")


MISSING = 127  # what a shell reports for a program that is not there


def grep_flags(ignore_case: bool, invert: bool) -> list[str]:
    flags = ["-F"]
    if ignore_case:
        flags.append("-i")
    if invert:
        flags.append("-v")
    return flags


def matches(flags: list[str], pattern: str, path: str) -> str:
    """What grep prints; nothing when there is no grep."""
    argv = ["grep", *flags, "-e", pattern, "--", path]
    try:
        found = subprocess.run(
            argv,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        return ""
    return found.stdout


def last_lines(text: str, limit: int) -> tuple[int, str]:
    """Status and standard output of tail."""
    argv = ["tail", "-n", str(limit)]
    try:
        tail = subprocess.run(
            argv, input=text, stdout=subprocess.PIPE, text=True, check=False
        )
    except FileNotFoundError:
        return MISSING, ""
    return tail.returncode, tail.stdout


def run_search(flags: list[str], pattern: str, path: str, limit: int) -> str:
    """Standard output of `grep ... | tail`.

    Only the status of tail counts. Whatever grep printed goes to tail, be it
    nothing because no line matched, because the file is unreadable or because
    there is no grep at all; what grep says on standard error is dropped.
    """
    status, output = last_lines(matches(flags, pattern, path), limit)
    if status != 0:
        raise RuntimeError(f"search failed with status {status}")
    return output


def parse(line: str) -> dict[str, str]:
    """Split "TIME LEVEL TEXT"; a line of another form has an empty time and level."""
    match = ENTRY.fullmatch(line)
    if match is None:
        return {"time": "", "level": "", "text": line}
    return match.groupdict()


def search(
    pattern: str,
    path: str,
    limit: int = 10,
    ignore_case: bool = False,
    invert: bool = False,
) -> list[dict[str, Any]]:
    """The last `limit` lines of the file at `path` that have `pattern`, newest first.

    Starts `grep -F [-i] [-v] -e PATTERN -- PATH`, then `tail -n LIMIT` on what
    grep printed. Raises ValueError("limit must be positive") before anything
    is started, and RuntimeError("search failed with status N") when tail ends
    with another status than 0; a missing tail counts as status 127.
    """
    if limit < 1:
        raise ValueError("limit must be positive")
    output = run_search(grep_flags(ignore_case, invert), pattern, path, limit)
    return [parse(line) for line in reversed(output.splitlines())]
