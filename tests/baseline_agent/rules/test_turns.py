"""Command lines of several programs: what the shell did happens without one, tried with real programs."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from code_review_env.baseline_agent.rules.job import Job
from code_review_env.baseline_agent.rules.shell.repair import shellless

LINES = {
    "after success": "cat {name} && sort {name}",
    "not after failure": "cat gone && sort {name}",
    "after failure": "cat gone || sort {name}",
    "not after success": "cat {name} || sort {name}",
    "anyway": "cat gone; sort {name}",
    "mixed": "cat gone && sort {name} || head -n 1 {name}; tail -n 1 {name}",
    "a failure that is none": "cat gone || true",
    "a status of its own": "cat gone || exit 7",
    "lines": "cat {name}\nsort {name}\n",
    "complaints of a pipe": "cat gone {name} | sort | head -n 2",
    "complaints dropped": "cat gone {name} 2>/dev/null | sort",
    "complaints in the pipe": "cat gone {name} 2>&1 | sort",
    "all to one": "(cat gone && sort {name}; head -n 1 {name}) 2>&1",
    "brackets inside": "(cat {name} && cat gone) || tail -n 1 {name}",
    "braces": "{{ cat {name}; sort {name}; }} > out",
    "a file in the middle": "sort {name} > out && cat out",
    "a file that is never made": "cat gone && sort {name} > out",
    "words of a command": "head -n $(cat count) {name}",
    "one word of a command": 'printf "%s|" "$(cat {name})" end',
    "backticks": "sort -o out `cat names` && cat out",
    "commands in a command's command": "head -n $(cat $(printf count)) {name}",
    "text of the shell": "echo first; cat {name}",
    "a test of a file": "test -f {name} && cat {name}",
    "a test that fails": "[ -d {name} ] || sort {name}",
    "a folder": "cd sub && cat inner; cat inner",
    "an empty default": "printf %s ${{NO_SUCH_NAME:-none}}",
    "a program that is not there": "no-such-tool {name} 127 || sort {name}",
}


def _told(source: str, folder: Path) -> tuple[object, ...]:
    """Status, both outputs and the file of a run in a folder of its own."""
    folder.mkdir()
    (folder / "sub").mkdir()
    texts = {"a b": "2\n1\n3\n", "count": "2\n", "names": "count\nlist\n", "list": "9\n8\n", "sub/inner": "inside\n"}
    for name, text in texts.items():
        (folder / name).write_text(text)
    ask = f"{source}\nprint(f('a b'))"
    environment = {**os.environ, "PYTHONWARNINGS": "ignore", "LC_ALL": "C"}
    done = subprocess.run([sys.executable, "-c", ask], cwd=folder, env=environment, capture_output=True, text=True, check=True)
    out = folder / "out"
    return done.stdout, out.read_text() if out.exists() else None


@pytest.mark.parametrize("name", LINES)
def test_what_a_shell_did_happens_without_one(name: str, tmp_path: Path) -> None:
    """Status, output, errors and files are the same, and no shell is left."""
    quoted = LINES[name].replace("{name}", "'{name}'")
    source = (
        "import subprocess\n\n\ndef f(name):\n    # a missing tool is 127\n"
        f"    done = subprocess.run(f{quoted!r}, shell=True, capture_output=True, text=True)\n"
        "    return done.returncode, done.stdout, done.stderr\n"
    )
    after = shellless(Job(source, "f"))
    assert "shell=True" not in after
    assert _told(after, tmp_path / "after") == _told(source, tmp_path / "before")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
def test_nobody_waits_for_a_program_in_the_background() -> None:
    """It is started, and the call answers at once."""
    source = 'import subprocess\n\n\ndef f(name):\n    return subprocess.call(f"sleep {name} &", shell=True)\n'
    after = shellless(Job(source, "f"))
    assert 'return start_aside(["sleep", str(name)]).returncode' in after
    space: dict[str, object] = {}
    exec(after, space)  # noqa: S102 - the skill's own answer
    begun = time.monotonic()
    assert space["f"](3) == 0  # type: ignore[operator] # a function of that source
    assert time.monotonic() - begun < 2


def test_what_only_a_shell_can_do_is_left() -> None:
    """Loops, and arithmetic."""
    for line in ("for one in *; do cat $one; done", "head -n $((1 + 1)) {name}", "cat <<END"):
        source = f"import subprocess\n\n\ndef f(name):\n    return subprocess.run(f{line!r}, shell=True)\n"
        assert "shell=True" in shellless(Job(source, "f"))
