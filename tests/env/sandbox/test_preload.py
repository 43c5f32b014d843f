"""What a submission can import is loaded once, in the fork server; what each module costs there is printed."""

import json
import os
import subprocess
import sys
from collections.abc import Callable

from code_review_env.env.sandbox import launch

MEASURE = """
import json, os, sys, time
sys.path.insert(0, sys.argv[1])
import preload

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

names = (*preload.MODULES, *(f"encodings.{name}" for name in preload._ENCODINGS))
for absent in preload._ABSENT:
    sys.modules[absent] = None
rows = []
for name in names:
    known, size, began = len(sys.modules), resident(), time.process_time()
    __import__(name)
    rows.append([name, time.process_time() - began, resident() - size, len(sys.modules) - known])
print(json.dumps(rows))
"""
MOST = 15


def test_every_preloaded_module_exists_and_is_cheap_enough_to_list(print_table: Callable[[str], None]) -> None:
    """Each is of the standard library and is named once; the dearest are printed with CPU time, memory and what came along."""
    command = [os.path.realpath(sys.executable), *launch._SWITCHES, "-c", MEASURE, str(launch._FOLDER)]
    done = subprocess.run(command, env=launch._ENVIRONMENT, cwd="/", capture_output=True, text=True, check=True)
    rows = json.loads(done.stdout)
    names = [name for name, *_ in rows]
    assert len(set(names)) == len(names) > 100
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | {"encodings"}
    print_table(table(rows))


def table(rows: list[tuple[str, float, int, int]]) -> str:
    """The dearest modules and the sum."""
    dearest = sorted(rows, key=lambda row: -row[1])[:MOST]
    lines = [f"{name:20}  {1000 * cpu:8.1f}  {size / 1024:8.0f}  {count:5}" for name, cpu, size, count in dearest]
    total = [sum(row[at] for row in rows) for at in (1, 2, 3)]
    lines.append(f"{f'all {len(rows)}':20}  {1000 * total[0]:8.1f}  {total[1] / 1024:8.0f}  {total[2]:5}")
    return "\n".join(
        ["preloaded modules, in their order of import", f"{'':20}  {'CPU ms':>8}  {'KiB':>8}  {'with':>5}", *lines]
    )
