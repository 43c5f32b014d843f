"""What judged a submission: versions and rules that can change a fact, and, apart from them, the machine."""

import functools
import platform
from dataclasses import dataclass
from typing import Final

from code_review_env.env.analysis import ruff, ty
from code_review_env.env.analysis.lsp import UTF_32
from code_review_env.env.feedback.canonical import digest
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.curriculum import Stage

PYTHON: Final = ty.PYTHON

ABSENT: Final = "absent"
"""Stands for the version of an analyser that was left out."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    """Versions of everything that facts come from.

    Attributes:
        ruff: version of the linter.
        ty: version of the type checker, or `ABSENT`.
        python: major and minor version that runs submissions.
        encoding: what columns count, as negotiated with every server.
    """

    ruff: str
    ty: str
    python: str = PYTHON
    encoding: str = UTF_32

    @classmethod
    def of(cls, scorer: Scorer) -> "Toolchain":
        """The tools of a scorer.

        Raises:
            LinterUnavailable: one of them does not run.
        """
        return cls(scorer.linter.version, scorer.types.version if scorer.types else ABSENT)

    def environment(self, stage: Stage) -> dict[str, object]:
        """The part of the hash domain that names tools."""
        return {
            "python": self.python,
            "tools": {"ruff": self.ruff, "ty": self.ty},
            "position_encoding": self.encoding,
            "position_base": 1,
            "config_digest": rules_digest(stage),
        }


@functools.lru_cache
def rules_digest(stage: Stage) -> str:
    """Names everything that the analysers are told: 64 hex digits."""
    return digest(
        {
            "stage": stage.model_dump(mode="json"),
            "ruff": {"line_length": ruff.LINE_LENGTH, "target": ruff.TARGET},
            "ty": {"python": ty.PYTHON, "rules": list(ty.RULES)},
        }
    )


@functools.cache
def machine() -> dict[str, str]:
    """What may differ where facts do not: patch version, kernel, platform."""
    return {"python": platform.python_version(), "kernel": platform.release(), "platform": platform.machine()}
