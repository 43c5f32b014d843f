"""What judged a submission: versions and rules that can change a fact, and, apart from them, the machine."""

import functools
import platform
from dataclasses import dataclass
from typing import Final

from code_review_env.env.analysis import ruff
from code_review_env.env.analysis.checkers import CHECKERS
from code_review_env.env.analysis.lsp import UTF_32
from code_review_env.env.analysis.type_checker import PYTHON
from code_review_env.env.feedback.canonical import digest
from code_review_env.env.scoring.report import Source
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.curriculum import Stage

ABSENT: Final = "absent"
"""Stands for the version of an analyser that was left out."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    """Versions of everything that facts come from.

    Attributes:
        ruff: version of the linter.
        types: version of the type checker, or `ABSENT`.
        checker: which one it is.
        python: major and minor version that runs submissions.
        encoding: what columns count, as negotiated with every server.
    """

    ruff: str
    types: str
    checker: Source = "ty"
    python: str = PYTHON
    encoding: str = UTF_32

    @classmethod
    def of(cls, scorer: Scorer) -> "Toolchain":
        """The tools of a scorer.

        Raises:
            LinterUnavailable: one of them does not run.
        """
        if scorer.types is None:
            return cls(scorer.linter.version, ABSENT)
        return cls(scorer.linter.version, scorer.types.version, scorer.types.dialect.name)

    @property
    def versions(self) -> dict[str, str]:
        """Analyser -> version."""
        return {"ruff": self.ruff, self.checker: self.types}

    def environment(self, stage: Stage) -> dict[str, object]:
        """The part of the hash domain that names tools."""
        return {
            "python": self.python,
            "tools": self.versions,
            "position_encoding": self.encoding,
            "position_base": 1,
            "config_digest": rules_digest(stage, self.checker),
        }


@functools.lru_cache
def rules_digest(stage: Stage, checker: Source) -> str:
    """Names everything that the analysers are told: 64 hex digits."""
    return digest(
        {
            "stage": stage.model_dump(mode="json"),
            "ruff": {"line_length": ruff.LINE_LENGTH, "target": ruff.TARGET},
            checker: {"python": PYTHON, "rules": list(CHECKERS[checker].rules)},
        }
    )


@functools.cache
def machine() -> dict[str, str]:
    """What may differ where facts do not: patch version, kernel, platform."""
    return {"python": platform.python_version(), "kernel": platform.release(), "platform": platform.machine()}
