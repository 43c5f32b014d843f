"""The self-test of the virtual machine."""

import os
import subprocess
import sys
from pathlib import Path

ZYGOTE = Path(__file__).parents[4] / "env/sandbox/zygote"


def _run(setup: str, folder: Path) -> str:
    """What the self-test answers in a fresh interpreter after `setup`."""
    code = f"import sys; sys.path.insert(0, {str(ZYGOTE)!r})\nfrom processes import hooks, selftest\n{setup}\nprint(selftest.run())"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        cwd=folder,
        timeout=60,
        env={"PATH": os.environ["PATH"]},
        text=True,
    )
    return done.stdout.strip()


def test_every_form_of_the_selftest_holds(tmp_path: Path) -> None:
    """With all hooks in place nothing fails."""
    assert _run("", tmp_path) == "[]"


def test_a_hook_that_is_left_out_is_found(tmp_path: Path) -> None:
    """Without the replaced `glob` and `open` functions the self-test names what broke."""
    assert "file:" in _run("hooks.files.install = lambda files: None", tmp_path)
