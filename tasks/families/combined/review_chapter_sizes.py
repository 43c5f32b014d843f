"""Sizes of manuscripts, with every mess: two programs in a pipe."""

from typing import Final

from code_review_env.tasks.families.medium import chapter_sizes
from code_review_env.tasks.family import Family, changed, combined

ORACLE: Final = changed(
    chapter_sizes.ORACLE,
    (
        """\
            argv, input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
""",
        """\
            argv,
            input=text,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
""",
    ),
)

FAMILY: Final[Family] = combined(chapter_sizes.FAMILY, ORACLE)
