"""The views and their documentation."""

import re
from pathlib import Path

from code_review_env.server.ui.nav import VIEWS, head

PAGE = (Path(__file__).parents[3] / "docs/page.md").read_text("utf-8")


def test_every_view_has_its_section_in_the_documentation() -> None:
    """In the order of the navigation, and no section tells of a view that is not there."""
    sections = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    assert [title for title in sections if title in VIEWS.values()] == list(VIEWS.values())
    assert set(sections) - set(VIEWS.values()) == {"The script"}


def test_every_view_has_its_link() -> None:
    """A plain one, which also works before any script has run."""
    assert re.findall(r'href="\?view=([a-z]+)"', head()) == list(VIEWS)
