"""Formula, rail and step counter."""

import re
from collections.abc import Callable

from code_review_env.server.ui.header import header
from code_review_env.server.ui.view import View

TAGS = re.compile(r"<[^>]+>")


def words(html: str) -> str:
    """The text of a piece of HTML."""
    return " ".join(TAGS.sub(" ", html).split())


def test_before_a_step_the_formula_asks(fresh: Callable[..., View]) -> None:
    """Constants are numbers, everything that a submission decides is open."""
    said = words(header(fresh()))
    assert "? reward = 0.01 floor + 0.98 span \u00d7 ? identity \u00d7 ( ½ \u00d7 ? tests + ½ \u00d7 ? quality )" in said
    assert "Step 0 /10" in said


def test_after_a_step_the_formula_holds_the_numbers(judged: Callable[..., View]) -> None:
    """0.01 + 0.98 * 1 * (0.5 / 2 + 0.8 / 2) = 0.647."""
    said = words(header(judged()))
    assert (
        "0.647 reward = 0.01 floor + 0.98 span \u00d7 1 identity \u00d7 ( ½ \u00d7 0.50 tests + ½ \u00d7 0.80 quality )"
        in said
    )


def test_the_rail_tells_each_state_in_words(judged: Callable[..., View]) -> None:
    """Cleared, current, locked; the best reward stands against the clear line."""
    said = words(header(judged(stage="medium", cleared_stages=("easy",), cleared=True)))
    assert "1. easy cleared" in said
    assert "best 0.647, clears at 0.95" in said
    assert "2. medium current" in said
    assert "3. hard locked" in said
    assert "no reward yet, clears at 0.95" in said


def test_a_stage_that_ran_out_of_steps_is_not_called_current(judged: Callable[..., View]) -> None:
    """The last stage worked on is `not cleared` once the episode is over."""
    assert "1. easy not cleared" in words(header(judged(done=True, truncated=True, step=10)))


def test_the_counter_fills_a_dot_a_step(judged: Callable[..., View]) -> None:
    """Four steps of ten."""
    made = header(judged(step=4))
    assert (made.count("cre-used"), made.count("cre-free")) == (4, 6)
