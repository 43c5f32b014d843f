"""A script that runs alone: executes a source, makes calls on it, prints what they gave. Trusts whatever it gets."""

import json
import sys


def main() -> None:
    """One request on standard input, one answer on standard output."""
    request = json.load(sys.stdin)
    names: dict[str, object] = {"__name__": "submission"}
    exec(compile(request["source"], "submission.py", "exec"), names)  # noqa: S102 - what the comparison is about
    sys.stdout.write(json.dumps([_call(names[request["entry"]], args) for args in request["calls"]]))


def _call(entry: object, args: list[object]) -> list[object]:
    try:
        return ["value", entry(*args)]  # type: ignore[operator] # whatever the source bound to that name
    except (ArithmeticError, AttributeError, LookupError, NameError, TypeError, ValueError) as error:
        return ["raise", type(error).__name__]


main()
