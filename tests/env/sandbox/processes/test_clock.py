"""Virtual files and time without a broker, in a throwaway interpreter because they replace functions of the whole process."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ZYGOTE = Path(__file__).parents[4] / "env/sandbox/zygote"
SETUP = f"""
import asyncio, datetime, glob, io, json, os, pathlib, sched, shutil, sys, tempfile, time
sys.path.insert(0, {str(ZYGOTE)!r})
from processes import clock, files, local
c = clock.Clock(1000000000.5)
s = local.Local({{"a.txt": "alpha\\nbeta\\n", "/etc/conf": "k=v", "d/n.bin": "\\x00\\udcff"}})
real = print
datetime.datetime.now()
clock.install(c)
files.install(files.Files(s, c.time))
"""


def _value(expression: str) -> object:
    """The value of an expression inside the virtual world, through JSON."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"{SETUP}\nreal(json.dumps({expression}))"],
        capture_output=True,
        check=False,
        timeout=60,
        text=True,
    )
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("time.time()", 1000000000.5),
        ("(time.sleep(2), time.time())[1]", 1000000002.500001),
        ("datetime.datetime.now(datetime.UTC).isoformat()", "2001-09-09T01:46:40.500000+00:00"),
        ("datetime.datetime.utcnow().isoformat()", "2001-09-09T01:46:40.500000"),
        ("type(datetime.datetime.now()) is datetime.datetime", True),
        ("datetime.date.today().year", 2001),
        ("time.gmtime().tm_year", 2001),
        ("time.strftime('%Y', time.gmtime())", "2001"),
        ("time.monotonic() == time.perf_counter()", True),
        ("time.process_time()", 0.0),
        ("pathlib.Path('a.txt').stat().st_mtime", 1000000000.5),
    ],
)
def test_time_stands_still_but_for_sleeping(expression: str, expected: object) -> None:
    """Every clock of Python follows the virtual one."""
    assert _value(expression) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("open('a.txt').read()", "alpha\nbeta\n"),
        ("open('a.txt').readlines()", ["alpha\n", "beta\n"]),
        ("[line for line in open('a.txt')]", ["alpha\n", "beta\n"]),
        ("open('/etc/conf').name", "/etc/conf"),
        ("list(open('d/n.bin', 'rb').read())", [0, 255]),
        ("pathlib.Path('a.txt').read_text()", "alpha\nbeta\n"),
        ("sorted(os.listdir('.'))", ["a.txt", "d"]),
        ("glob.glob('*.txt')", ["a.txt"]),
        ("(open('w', 'w').write('x'), open('w', 'a').write('y'), open('w').read())[2]", "xy"),
        ("(open('a.txt', 'r+').write('Z'), open('a.txt').read())[1]", "Zlpha\nbeta\n"),
        ("(open('w', 'wb', 0).write(b'x'), open('w', 'rb').read().decode())", [1, "x"]),
        ("(shutil.copy('a.txt', 'b'), open('b').read())[1]", "alpha\nbeta\n"),
        ("(os.makedirs('x/y'), shutil.rmtree('x'), os.path.exists('x'))[2]", False),
        ("open('no')", "FileNotFoundError: [Errno 2] No such file or directory: 'no'"),
        ("open('d')", "IsADirectoryError: [Errno 21] Is a directory: 'd'"),
        ("open('/etc/passwd')", "FileNotFoundError: [Errno 2] No such file or directory: '/etc/passwd'"),
        ("(open('q', 'w').write('x'), s.reset(), os.path.exists('q'))[2]", False),
    ],
)
def test_files_are_those_of_the_task(expression: str, expected: object) -> None:
    """Only the files of the task exist; they can be read and changed, and start afresh on reset."""
    assert _value(expression) == expected
