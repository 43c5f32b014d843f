"""Replacing functions wherever a loaded module holds them, also under another name (`from time import monotonic as _time`)."""

import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

Replacements = dict[Callable[..., Any], Callable[..., Any]]
Holders = list[tuple[dict[str, Any], str]]

_KNOWN: Final[dict[int, Holders]] = {}
"""Identity of a function -> where modules hold it; filled before the fork, because the search costs milliseconds."""


def find(originals: Iterable[Callable[..., Any]]) -> None:
    """Learn where the functions are held. Calling it before the processes fork saves the search in each."""
    wanted = {id(function): function for function in originals if id(function) not in _KNOWN}
    if not wanted:
        return
    for key in wanted:
        _KNOWN[key] = []
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").partition(".")[0] == "processes":
            continue
        names = getattr(module, "__dict__", {})
        for name, value in list(names.items()):
            if id(value) in wanted:
                _KNOWN[id(value)].append((names, name))


def apply(replacements: Replacements) -> None:
    """Put each replacement wherever its original is held."""
    find(replacements)
    for original, replacement in replacements.items():
        for names, name in _KNOWN[id(original)]:
            names[name] = replacement
