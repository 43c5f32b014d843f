"""Old exports, with every mess: a pattern that only find may read."""

from typing import Final

from code_review_env.tasks.families.medium import find_old
from code_review_env.tasks.family import Family, changed, combined

ORACLE: Final = changed(
    find_old.ORACLE,
    (
        """\
def find_old(folder: str, pattern: str, days: int = 30, kind: str = "file") -> dict[str, list[str]]:
""",
        """\
def find_old(
    folder: str, pattern: str, days: int = 30, kind: str = "file"
) -> dict[str, list[str]]:
""",
    ),
)

FAMILY: Final[Family] = combined(find_old.FAMILY, ORACLE)
