"""Text that must stay inert."""

import pytest
from markupsafe import Markup

from code_review_env.server.ui.markup import badge, inert, table


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ('" onfocus="x', "&#34; onfocus=&#34;x"),
        ("a\u202eb", 'a<span class="cre-spelled">U+202E</span>b'),
        ("\x1b[31mred", '<span class="cre-spelled">U+001B</span>[31mred'),
        ("zero\u200bwidth", 'zero<span class="cre-spelled">U+200B</span>width'),
        ("\ud800", '<span class="cre-spelled">U+D800</span>'),
        ("tab\tand\nline", "tab\tand\nline"),
        ("Zürich 東京 ½", "Zürich 東京 ½"),
    ],
)
def test_inert_escapes_and_spells_out(text: str, shown: str) -> None:
    """Markup becomes text, characters without a shape become their code point, everything else stays readable."""
    assert inert(text) == Markup(shown)  # noqa: S704  # the expected value is written above


def test_a_table_escapes_cells_that_are_no_markup() -> None:
    """A forgotten escape cannot become an element."""
    made = table("<b>", ("<i>",), (("<u>",),))
    assert "<b>" not in made
    assert "<i>" not in made
    assert "<td>&lt;u&gt;</td>" in made


def test_a_badge_says_in_words_what_its_colour_says() -> None:
    """The icon is decoration, the word is text."""
    assert badge("bad", "lost").endswith("lost</span>")
    assert 'aria-hidden="true"' in badge("bad", "lost")
