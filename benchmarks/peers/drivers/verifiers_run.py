"""verifiers: its subprocess runtime, the way it runs Python on the machine itself: a folder and a process for each program."""

import asyncio
import itertools
import json
import os
import sys

from verifiers.v1.runtimes.subprocess import SubprocessConfig, SubprocessRuntime  # the peer's own folder has it

_NUMBERS = itertools.count()
_COMMAND = [sys.executable, "-I", "program.py"]


def main() -> None:
    """A submission a line."""
    with asyncio.Runner() as runner:
        for line in sys.stdin:
            request = json.loads(line)
            passed = runner.run(_run(request["code"] + "\n" + request["checks"]))
            sys.stdout.write(json.dumps({"passed": passed}) + "\n")
            sys.stdout.flush()


async def _run(program: str) -> bool:
    runtime = SubprocessRuntime(SubprocessConfig(), f"bench-{os.getpid()}-{next(_NUMBERS)}")
    await runtime.start()
    try:
        await runtime.write("program.py", program.encode())
        return bool((await runtime.run(_COMMAND, {})).exit_code == 0)
    finally:
        await runtime.stop()


if __name__ == "__main__":
    main()
