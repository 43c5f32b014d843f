"""OpenEnv: `PyExecutor`, what its `coding_env` runs code with: an interpreter of Python written in Python, in the server."""

import json
import sys

from openenv.core.tools.local_python_executor import PyExecutor


def main() -> None:
    """A submission a line."""
    for line in sys.stdin:
        request = json.loads(line)
        result = PyExecutor(["string"]).run(request["code"] + "\n" + request["checks"])
        sys.stdout.write(json.dumps({"passed": result.exit_code == 0}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
