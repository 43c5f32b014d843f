"""CPython's process functions over the virtual machine against the same functions over real programs."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from forms import FORMS, REFUSED, STUBS, TOOLS, source  # noqa: E402 - a sibling of this file

FILES = {"a.txt": "alpha\n", "b.txt": "beta\n", "sub/c.txt": "gamma\n"}
SAME_BUT_FOR_NUMBERS = {"not a real run": ""}


def _ask(script: str, folder: Path, order: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Run a helper script on an order and read its answer."""
    (folder / "order.json").write_text(json.dumps(order))
    answer = folder / "answer.json"
    command = [sys.executable, "-I", str(HERE / script), str(folder / "order.json"), str(answer)]
    subprocess.run(
        command,
        check=True,
        timeout=100,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **options,
    )
    found: dict[str, Any] = json.loads(answer.read_text())
    return found


def play_virtually(folder: Path, forms: dict[str, str], **order: Any) -> dict[str, Any]:
    """Play forms in one virtual machine."""
    world = {"tools": TOOLS, "files": FILES, "now": None}
    texts = {name: source(body) for name, body in forms.items()}
    return _ask("virtual.py", folder, {"world": world, "forms": texts, **order})


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Every form over real programs."""
    folder = tmp_path_factory.mktemp("real")
    (folder / "bin").mkdir()
    for name, body in STUBS.items():
        path = folder / "bin" / name
        path.write_text(f"#!/bin/dash\n{body}\n")
        path.chmod(0o755)
    (folder / "bin/sh").symlink_to("/bin/dash")
    (folder / "tmp").mkdir()
    env = {"PATH": str(folder / "bin"), "LANG": "C.UTF-8", "TMPDIR": str(folder / "tmp")}
    order = {"folder": str(folder), "files": FILES, "forms": {name: source(body) for name, body in FORMS.items()}}
    return _ask("play.py", folder, order, env=env)


@pytest.fixture(scope="module")
def virtual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Every form over the virtual machine."""
    return play_virtually(tmp_path_factory.mktemp("virtual"), FORMS)


@pytest.mark.parametrize("form", FORMS)
def test_form_equals_a_real_run(form: str, real: dict[str, str], virtual: dict[str, Any]) -> None:
    """The form gives the value or the exception that real programs give."""
    assert virtual["results"][form] == real[form].replace("/bin/", "/usr/bin/" if "BIN" in FORMS[form] else "/bin/")
