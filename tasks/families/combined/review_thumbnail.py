"""Previews for a museum, with every mess: two programs, a width between them."""

from typing import Final

from code_review_env.tasks.families.medium import thumbnail
from code_review_env.tasks.family import Family, changed, combined

ORACLE: Final = changed(
    thumbnail.ORACLE,
    (
        """\
def preview(picture, target, size="medium", quality=85):
""",
        '''\
def demand(size, quality):
    """Refuse what no preview can have."""
    if size not in WIDTHS:
        raise ValueError(f"no size {size}")
    if not 1 <= quality <= 100:
        raise ValueError("quality must be 1 to 100")


def preview(picture, target, size="medium", quality=85):
''',
    ),
    (
        '''\
    """
    if size not in WIDTHS:
        raise ValueError(f"no size {size}")
    if not 1 <= quality <= 100:
        raise ValueError("quality must be 1 to 100")
    width =''',
        '''\
    """
    demand(size, quality)
    width =''',
    ),
)

FAMILY: Final[Family] = combined(thumbnail.FAMILY, ORACLE)
