"""The diff of a submission."""

from code_review_env.server.ui.difference import MOST_LINES, difference


def test_changed_lines_are_counted_and_marked() -> None:
    """One line replaced by two."""
    made = difference("a = 1\nb = 2\n", "a = 1\nb = 3\nc = 4\n")
    assert "Changes: +2 and -1 lines" in made
    assert '<span class="cre-removed">-b = 2</span>' in made
    assert '<span class="cre-added">+c = 4</span>' in made


def test_no_change_is_said() -> None:
    """Submitting the original is not an empty box."""
    assert "The submission is the original." in difference("a = 1\n", "a = 1\n")


def test_a_huge_file_is_not_compared() -> None:
    """The work stays bounded whatever a visitor sends."""
    assert "too long to compare" in difference("a\n", "b\n" * (MOST_LINES + 1))


def test_hostile_lines_are_inert() -> None:
    """The diff quotes the submission verbatim, as text."""
    made = difference("", "x = '</span><img src=x onerror=alert(1)>\u202e'\n")
    assert "<img" not in made
    assert "U+202E" in made
