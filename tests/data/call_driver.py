"""Runs sources in a process of its own and says what each call did, as JSON in a file.

Job (JSON file named by the first argument; the second names the result): `sources`, `entry`, `groups` of calls as
[args, kwargs] spelled in Python, each group in a fresh copy of the module; and for real programs `tools` (for each group
and call), `files`, and the folder `root`.
"""

import builtins
import contextlib
import datetime
import decimal
import fractions
import io
import json
import os
import pathlib
import shlex
import signal
import sys
import tempfile
import traceback
import warnings
from collections import deque

NAMES = {"deque": deque, "datetime": datetime, "Decimal": decimal.Decimal, "Fraction": fractions.Fraction}
STUB = """#!/bin/sh
d={spec}/${{0##*/}}
read n < "$d/count"; n=$((n+1)); echo $n > "$d/count"
/bin/cat > "$d/$n.stdin"
printf '%s\\0' "$PWD" "${{LC_ALL-unset}}" "$@" > "$d/$n.argv"
read last < "$d/last"; r=$n; [ $r -gt $last ] && r=$last
. "$d/$r.sh"
"""


def spelled(value):
    if isinstance(value, (set, frozenset)):
        return f"{type(value).__name__}({sorted(map(spelled, value))})"
    return f"{type(value).__qualname__}:{value!r}"


def prepare(job, tools):
    # A call of its own folders: what an attacked shell left in the background must not write into the next call.
    root = tempfile.mkdtemp(dir=job["root"])
    for name in ("bin", "spec", "work"):
        job[name] = f"{root}/{name}"
        os.mkdir(job[name])
    os.environ["PATH"] = job["bin"]
    for path, text in job["files"].items():
        place = pathlib.Path(job["work"], path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    for name, runs in tools.items():
        if runs[0]["missing"]:
            continue
        stub = pathlib.Path(job["bin"], name)
        stub.write_text(STUB.format(spec=job["spec"]))
        stub.chmod(0o755)
        folder = pathlib.Path(job["spec"], name)
        folder.mkdir()
        (folder / "count").write_text("0\n")
        (folder / "last").write_text(f"{len(runs)}\n")
        for number, run in enumerate(runs, 1):
            copy = '/bin/cat "$d/$n.stdin"' if run["echo"] else ":"
            out, err = shlex.quote(run["stdout"]), shlex.quote(run["stderr"])
            script = f"{copy}\nprintf %s {out}\nprintf %s {err} >&2\nexit {run['exit']}\n"
            (folder / f"{number}.sh").write_text(script)
    os.chdir(job["work"])


def observed(job):
    spawns = []
    for path in sorted(pathlib.Path(job["spec"]).glob("*/*.argv")):
        words = path.read_bytes().decode("utf-8", "surrogateescape").split("\0")[:-1]
        if not words:  # a program in the background that an attacked shell started is just about to write
            continue
        folder, locale, *argv = words
        stdin = path.with_suffix(".stdin").read_text("utf-8")
        spawns.append([path.parent.name, os.path.relpath(folder, job["work"]), locale, argv, stdin])
    work = pathlib.Path(job["work"])
    files = {str(path.relative_to(work)): path.read_text("utf-8") for path in sorted(work.rglob("*")) if path.is_file()}
    return {"spawns": spawns, "files": files}


def call(function, text):
    args, kwargs = eval(text, dict(NAMES))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            outcome = ["value", spelled(function(*args, **kwargs))]
        except BaseException as error:
            if isinstance(error, TimeoutError):
                raise
            frame = traceback.extract_tb(error.__traceback__)[-1]
            ours = frame.filename == "<source>"
            outcome = ["raise", type(error).__qualname__, str(error) if ours else ""]
    return [*outcome, spelled(args), spelled(kwargs), printed.getvalue()]


def run(job, source):
    code = compile(source, "<source>", "exec", dont_inherit=True)
    result = []
    for index, group in enumerate(job["groups"]):
        space = {"__name__": "submission", "__builtins__": builtins}
        exec(code, space)
        row = []
        for number, text in enumerate(group):
            if "tools" not in job:
                row.append(call(space[job["entry"]], text))
                continue
            prepare(job, job["tools"][index][number])
            outcome = call(space[job["entry"]], text)
            row.append({"outcome": outcome, **observed(job)})
        result.append(row)
    return result


def give_up(*_):
    raise TimeoutError


def guarded(job, source):
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(job["seconds"])
    try:
        return run(job, source)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        signal.alarm(0)


warnings.simplefilter("ignore")
order = json.loads(pathlib.Path(sys.argv[1]).read_text())
pathlib.Path(sys.argv[2]).write_text(json.dumps([guarded(order, source) for source in order["sources"]]))
