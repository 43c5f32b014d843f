"""A script that runs alone: forks of an interpreter as warm as a zygote that do nothing, the least a fresh process costs.

Started with the folder of the zygote's modules; reads a number of forks a line, answers with the seconds of each and the CPU
of all.
"""

import gc
import importlib
import json
import os
import resource
import sys
import time


def main() -> None:
    """Load what a zygote loads, then fork on demand."""
    sys.path.append(sys.argv[1])
    importlib.import_module("jobs")
    importlib.import_module("preload").load()
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        before = _cpu_s()
        walls = [_fork() for _ in range(int(line))]
        answer = json.dumps({"walls_s": walls, "cpu_s": _cpu_s() - before})
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


def _fork() -> float:
    began = time.perf_counter()
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)
    return time.perf_counter() - began


def _cpu_s() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


main()
