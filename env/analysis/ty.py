"""ty as the type checker, the one that is always there: what it is told and what it must say about a known text."""

from collections.abc import Mapping
from typing import Any, Final

from code_review_env.env.analysis.binaries import find_binary
from code_review_env.env.analysis.type_checker import PYTHON, Dialect, Place

RULES: Final = (
    *("conflicting-declarations", "cyclic-class-definition", "duplicate-base", "import-not-found"),
    *("inconsistent-mro", "index-out-of-bounds", "invalid-argument-type", "invalid-assignment", "invalid-await"),
    *(
        "invalid-base",
        "invalid-context-manager",
        "invalid-exception-caught",
        "invalid-explicit-return",
        "invalid-implicit-return",
    ),
    *("invalid-parameter-default", "invalid-raise", "invalid-type-form", "missing-argument", "missing-attribute"),
    *("missing-module-member", "missing-union-attribute", "no-matching-overload", "not-callable", "not-iterable"),
    *(
        "not-subscriptable",
        "parameter-already-assigned",
        "positional-only-parameter-as-kwarg",
        "too-many-positional-arguments",
    ),
    *("unknown-argument", "unresolved-reference", "unsupported-bool-conversion", "unsupported-operator"),
    "zero-stepsize-in-slice",
)
"""Faults of code without declarations of classes or types, as tasks have it; all others are off."""

CANARY: Final = (
    "import ty\n\n\ndef f(text: str) -> int:\n    '\U0001f40d'; text.nope\n    return nowhere  # ty: ignore\n\n\n"
    "number: int = ''  # type: ignore\n"
)
"""Faults behind an astral character and behind comments; one names a package that is installed wherever ty is."""

CANARY_SAYS: Final = (
    (1, 8, "import-not-found"),
    (5, 10, "missing-attribute"),
    (6, 12, "unresolved-reference"),
    (9, 15, "invalid-assignment"),
)


def furnish(place: Place) -> Mapping[str, Any]:
    """A project and an environment of its own: without them ty reads settings above its folder and packages around it."""
    (place.project / "ty.toml").touch()
    (place.packages / "bin").mkdir()
    (place.packages / "pyvenv.cfg").write_text(f"home = {place.packages}/bin\nversion_info = {PYTHON}\n", "utf-8")
    rules = {"all": "ignore", **dict.fromkeys(RULES, "error")}
    configuration = {
        "environment": {"python": str(place.packages), "python-version": PYTHON, "python-platform": "linux"},
        "analysis": {"respect-type-ignore-comments": False},
        "rules": rules,
    }
    return {"configuration": configuration, "diagnosticMode": "openFilesOnly"}


# It has no switch for comments of its own. It keeps some 6 KB of each text, so 2,000 of them are enough for one process.
TY: Final = Dialect(
    name="ty",
    command=lambda: (str(find_binary("ty")), "server"),
    look_away=r"\bt(?=y\s*:\s*ignore\b)",
    rules=RULES,
    furnish=furnish,
    canary=CANARY,
    canary_says=CANARY_SAYS,
    served=2000,
    timeout_s=5.0,
)
