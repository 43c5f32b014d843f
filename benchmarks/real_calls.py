"""A script that runs alone: makes calls on a source in a fork, with real processes, and tells how long they took.

Nothing confines what the source starts, so it is given sources of the benchmark only, a search path of stub programs and an
empty folder to work in.
"""

import json
import os
import sys
import time


def main() -> None:
    """A source with its calls a line; answers with wall seconds."""
    for line in sys.stdin:
        request = json.loads(line)
        began = time.perf_counter()
        pid = os.fork()
        if not pid:
            _work(request["source"], request["entry"], request["calls"])
            os._exit(0)
        _, status = os.waitpid(pid, 0)
        answer = {"wall_s": time.perf_counter() - began, "status": status}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _work(source: str, entry: str, calls: list[list[object]]) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(null, number)
    names: dict[str, object] = {"__name__": "submission"}
    exec(compile(source, "submission.py", "exec"), names)  # noqa: S102 - a source of the benchmark
    for args in calls:
        try:
            names[entry](*args)  # type: ignore[operator] # whatever the source bound to that name
        except (OSError, RuntimeError, ValueError):
            continue  # what such a call gives is no matter here


main()
