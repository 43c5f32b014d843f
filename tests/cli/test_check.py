"""`check` and `tasks new` on files of a user."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

RIGHT = '''"""Shelf labels."""


def label(name, width=8):
    """The name cut to the width, padded with dots."""
    return name[:width].ljust(width, ".")
'''


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """A command and all it prints."""
    command = [sys.executable, "-m", "code_review_env", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def original(tmp_path: Path) -> Path:
    """A module of a user."""
    path = tmp_path / "labels.py"
    path.write_text(RIGHT)
    return path


def test_a_difference_is_shown_small(original: Path, tmp_path: Path) -> None:
    """Exit status 1, the call, and what each version does."""
    revised = tmp_path / "revised.py"
    revised.write_text(RIGHT.replace('ljust(width, ".")', 'rjust(width, ".")'))
    found = run("check", original, revised, "--json")
    assert found.returncode == 1
    told = json.loads(found.stdout)
    assert told["entry"] == "label"
    assert len(told["difference"]["call"]) < 30
    assert told["difference"]["original"] != told["difference"]["revised"]


def test_no_difference_ends_with_0(original: Path, tmp_path: Path) -> None:
    """A rewrite that does the same."""
    revised = tmp_path / "revised.py"
    revised.write_text(
        RIGHT.replace('return name[:width].ljust(width, ".")', 'cut = name[:width]\n    return cut + "." * (width - len(cut))')
    )
    found = run("check", original, revised, "--inputs", "200")
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.startswith("no difference on ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--entry", "nobody"), "no top-level function 'nobody'"),
        (("--inputs", "0"), "greater than or equal to 1"),
    ],
)
def test_bad_usage_is_told(words: tuple[str, ...], sentence: str, original: Path) -> None:
    """One line, exit status 2."""
    found = run("check", original, original, *words)
    assert found.returncode == 2
    assert sentence in found.stderr


NEEDY = '''"""Labels from a file beside the module."""

from pathlib import Path

import beside
import yaml


def label(code: int) -> str:
    """The shelf of a code; 99 ends the world."""
    words = (Path(beside.__file__).parent / "words.txt").read_text().split()
    print("asked")
    if code > 90:
        raise LookupError("no shelf")
    return yaml.safe_load(words[code % 2])
'''


def test_trusted_files_may_use_what_the_user_has(tmp_path: Path) -> None:
    """Packages, modules and files beside them; a difference in an exception or in output is found, and the risk is told."""
    (tmp_path / "beside.py").write_text("")
    (tmp_path / "words.txt").write_text("low high")
    original, revised = tmp_path / "original.py", tmp_path / "revised.py"
    original.write_text(NEEDY)
    for old, new, status in (("words[code % 2]", "words[code & 1]", 0), ("> 90", "> 91", 1), ('print("asked")', "pass", 1)):
        revised.write_text(NEEDY.replace(old, new))
        found = run("check", original, revised, "--trusted", "--inputs", "100", "--json")
        assert found.returncode == status, found.stdout + found.stderr
        assert "no sandbox" in found.stderr
    assert run("check", original, revised).returncode == 2


def test_a_trusted_file_that_ends_the_interpreter_is_lost_at_that_call(tmp_path: Path) -> None:
    """The other calls are compared."""
    original, revised = tmp_path / "original.py", tmp_path / "revised.py"
    text = "import os\n\n\ndef f(n: int) -> int:\n    if n == 3:\n        os._exit(1)\n    return 2 * n\n"
    original.write_text(text)
    revised.write_text(text.replace("2 * n", "n + n"))
    found = run("check", original, revised, "--trusted", "--inputs", "60", "--json")
    assert found.returncode == 0, found.stdout + found.stderr
    assert json.loads(found.stdout)["inputs"] > 20


def test_a_task_is_made_of_a_module(original: Path, tmp_path: Path) -> None:
    """The file loads, and its messy source scores."""
    messy = original.with_name("messy.py")
    messy.write_text(RIGHT.replace("def label", "import os\n\n\ndef label"))
    task = tmp_path / "labels.toml"
    made = run("tasks", "new", messy, "--out", task)
    assert made.returncode == 0, made.stderr
    assert task.read_text().count("[[examples]]") >= 3
    scored = run("score", "--task", task, original, "--json")
    assert json.loads(scored.stdout)["cleared"], scored.stdout
