"""What a linter alone achieves: ruff's own fixes, unsafe ones included, then its formatter."""

import subprocess
import sys
from pathlib import Path
from typing import Final

from code_review_env.models import CodeReviewAction, CodeReviewObservation

RULES: Final = "E,W,F,S,C90"
TIMEOUT_S: Final = 10.0


class RuffFix:
    """Applies every fix that ruff offers to the current file."""

    name = "ruff-fix"

    def __init__(self, ruff: Path | None = None) -> None:
        self._ruff = str(ruff or Path(sys.executable).with_name("ruff"))

    def act(self, observation: CodeReviewObservation) -> CodeReviewAction:
        """The fixed and formatted file; the input where ruff gives up."""
        fixed = self._run(["check", "--fix", "--unsafe-fixes", f"--select={RULES}"], observation.current_code)
        return CodeReviewAction(code=self._run(["format", "--line-length=88"], fixed))

    def _run(self, command: list[str], source: str) -> str:
        argv = [self._ruff, *command, "--isolated", "--no-cache", "--target-version=py311", "--quiet", "-"]
        done = subprocess.run(argv, input=source, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
        return done.stdout or source
