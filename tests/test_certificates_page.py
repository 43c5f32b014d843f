"""What docs/certificates.md shows is run, and what it claims of routes and arguments is there."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

PAGE = (Path(__file__).parents[1] / "docs" / "certificates.md").read_text("utf-8")


def test_the_snippets_run_one_after_another() -> None:
    """From an episode to a trace of OpenEnv, in one process; the unchanged file has erroneous lines, so its end earns 0."""
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    script = "\n".join(block for block in blocks if "import" in block)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    first, last = done.stdout.splitlines()
    assert re.fullmatch(r"[12]\.\d+ 0\.0 \(.*\)", first)
    assert re.fullmatch(r"\[.*, 0\.0\]", last)


def test_the_routes_take_the_fields_of_the_table(server: Any) -> None:
    """Each field of the request stands on the page."""
    fields = server.get("/openapi.json")["components"]["schemas"]["TokensRequest"]["properties"]
    assert all(f"`{name}`" in PAGE for name in fields)
