"""What still holds a real function after the hooks are in place, as `python leftovers.py PATHS... > ANSWER`.

It loads what a zygote loads, installs the hooks over a socket that nobody answers, and looks at every choke point by name and
at whatever the garbage collector knows to refer to one.
"""

import functools
import gc
import json
import socket
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ZYGOTE = Path(__file__).parents[4] / "env/sandbox/zygote"


def resolve(path: str) -> Any:
    """The object behind `module:attribute.attribute`; `[n]` takes an item."""
    module, _, names = path.partition(":")
    return functools.reduce(
        lambda found, name: found[int(name)] if name.isdecimal() else getattr(found, name),
        names.split("."),
        sys.modules[module],
    )


def main(paths: list[str]) -> dict[str, Any]:
    """Which of the choke points is the same object as before, and who holds a real function."""
    import preload  # noqa: PLC0415 - found once the path is set
    from processes import hooks  # noqa: PLC0415

    preload.load()
    before = {path: resolve(path) for path in paths}
    hooks.prepare()
    hooks.install(socket.socketpair()[0], {"files": {}, "now": None})
    same = [path for path in paths if resolve(path) is before[path]]
    real = {id(value): (path, value) for path, value in before.items() if isinstance(value, Callable)}  # type: ignore[arg-type]
    del before
    return {"same": same, "held": sorted({f"{path} in {holder}" for path, holder in held(real)})}


def held(real: dict[int, tuple[str, Any]]) -> Iterator[tuple[str, str]]:
    """Each real function that is reachable from a module outside the machinery, and where."""
    names = owners()
    for path, value in list(real.values()):
        if not isinstance(value, types.BuiltinFunctionType):
            continue
        for referrer in gc.get_referrers(value):
            holder = names.get(id(referrer))
            if holder is not None:
                yield path, holder


def owners() -> dict[int, str]:
    """Containers that modules, classes and functions keep their things in, by identity."""
    found = {}
    for name, module in list(sys.modules.items()):
        if module is not None and name.partition(".")[0] not in {"processes", "__main__", "probe", "preload", "jobs"}:
            found[id(vars(module))] = name
    for thing in gc.get_objects():
        if isinstance(thing, type) and not thing.__module__.startswith("processes"):
            found[id(gc.get_referents(thing.__dict__)[0])] = f"{thing.__module__}.{thing.__qualname__}"
        elif isinstance(thing, types.FunctionType) and not (thing.__module__ or "").startswith("processes"):
            where = f"{thing.__module__}.{thing.__qualname__}"
            found |= {id(part): where for part in (thing.__defaults__, thing.__kwdefaults__) if part is not None}
        elif isinstance(thing, staticmethod | functools.partial):
            found[id(thing)] = repr(thing)
    return found


if __name__ == "__main__":
    sys.path.insert(0, str(ZYGOTE))
    answer = main(sys.argv[1:])
    sys.stdout.write(json.dumps(answer))
