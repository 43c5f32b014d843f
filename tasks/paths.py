"""Places inside a nested value: the parts of a container by index, in one order for every process."""

from collections import deque
from collections.abc import Iterator, Sequence

from code_review_env.tasks.literal import literal
from code_review_env.tasks.task import Case

Path = tuple[int, ...]
"""Index of the part at each level, from the outside in; `()` is the value itself."""

_LISTED = (list, tuple, deque)


def parts(value: object) -> list[object]:
    """Items of a sequence or a set (sorted by their spelling), values of a dict, nothing of anything else."""
    if isinstance(value, _LISTED):
        return list(value)
    if isinstance(value, set | frozenset):
        return sorted(value, key=literal)
    return list(value.values()) if isinstance(value, dict) else []


def rebuilt(value: object, new: Sequence[object]) -> object:
    """A container like `value` with these parts; a dict keeps its keys and their order."""
    if isinstance(value, dict):
        return dict(zip(value, new, strict=True))
    if isinstance(value, (list, tuple, deque, set, frozenset)):
        return type(value)(new)
    return value


def leaves(value: object) -> Iterator[tuple[Path, object]]:
    """Path and value of everything that is no container, in order."""
    if not isinstance(value, (*_LISTED, set, frozenset, dict)):
        yield (), value
        return
    for index, part in enumerate(parts(value)):
        yield from (((index, *path), leaf) for path, leaf in leaves(part))


def replaced(value: object, path: Path, new: object) -> object:
    """`value` with `new` at `path`; the original stays as it is."""
    if not path:
        return new
    found = parts(value)
    found[path[0]] = replaced(found[path[0]], path[1:], new)
    return rebuilt(value, found)


def arguments(case: Case) -> tuple[object, ...]:
    """The arguments as one value, so that one path names any place in a call."""
    return (case.args, dict(case.kwargs))


def with_arguments(case: Case, value: object) -> Case:
    """`case` called with what `arguments` would give; its tools stay.

    Raises:
        TypeError: `value` is not a pair of positional and keyword arguments.
    """
    match value:
        case (tuple() as args, dict() as kwargs):
            return Case(args=args, kwargs=kwargs, tools=case.tools)
    message = "arguments are a pair of a tuple and a dict"
    raise TypeError(message)
