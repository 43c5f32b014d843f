"""A script that runs alone: asks one address again and again, and tells how long each answer took.

A process of its own, so that the load which others make here does not delay the clock. Arguments: port, path, seconds between
two questions. It ends when its standard input does.
"""

import http.client
import json
import select
import sys
import time

ANSWER_S = 30.0


def main() -> None:
    """Ask until told to stop; then seconds of every answer and the number of failures as JSON."""
    port, path, pause_s = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_S)
    walls: list[float] = []
    failures = 0
    while not select.select([sys.stdin], [], [], pause_s)[0]:
        began = time.perf_counter()
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            failures += answer.status != http.HTTPStatus.OK
        except OSError:
            failures += 1
            connection.close()
        walls.append(time.perf_counter() - began)
    sys.stdout.write(json.dumps({"walls_s": walls, "failures": failures}))


main()
