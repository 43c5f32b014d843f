"""Search the application logs on a host and show the last matches.

`search` backs the "recent errors" box of the operations page. Pattern and path
come from a form, so they may hold any character; each must reach grep as one
argument, exactly as it was typed.
"""

import re
import subprocess
from typing import Any

ENTRY = re.compile(r"(?P<time>\S+) (?P<level>[A-Z]+) (?P<text>.*)")


def grep_flags(ignore_case: bool, invert: bool) -> str:
    flags = "-F"
    if ignore_case:
        flags += " -i"
    if invert:
        flags += " -v"
    return flags


def run_search(flags: str, pattern: str, path: str, limit: int) -> str:
    """Standard output of `grep ... | tail`.

    Only the status of tail counts. Whatever grep printed goes to tail, be it
    nothing because no line matched, because the file is unreadable or because
    there is no grep at all; what grep says on standard error is dropped.
    """
    command = f'grep {flags} -e "{pattern}" -- {path} 2>/dev/null | tail -n {limit}'
    try:
        return subprocess.check_output(command, shell=True, text=True)
    except subprocess.CalledProcessError as error:
        raise RuntimeError(f"search failed with status {error.returncode}") from error


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
