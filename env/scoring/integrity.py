"""Integrity."""

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.report import IdentityCheck


def check(original: Parsed, submission: Parsed, entry: str) -> tuple[IdentityCheck, ...]:
    """Checks."""
    del original, submission, entry
    return ()
