"""EvalPlus: its own checker, a fork for every submission. It knows no expected exceptions, so those calls are left out."""

import json
import sys

from evalplus.eval import PASS, untrusted_check  # type: ignore[import-not-found] # the peer's own folder has it


def main() -> None:
    """A submission a line."""
    for line in sys.stdin:
        request = json.loads(line)
        inputs = [args for args, _ in request["values"]]
        expected = [value for _, value in request["values"]]
        times = [0.01] * len(inputs)
        status, _details = untrusted_check("bench", request["code"], inputs, request["entry"], expected, 0, times)
        sys.stdout.write(json.dumps({"passed": status == PASS}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
