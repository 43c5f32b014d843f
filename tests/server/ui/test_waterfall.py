"""The bars and their table."""

from collections.abc import Callable

import pytest

from code_review_env.server.ui.view import View
from code_review_env.server.ui.waterfall import parts, waterfall


def test_the_bars_add_up_to_the_reward(judged: Callable[..., View]) -> None:
    """Each begins where the one before ended; the last is the reward."""
    floor, tests, quality, gate, total = parts(judged())
    assert [one.start for one in (tests, quality, gate)] == pytest.approx([0.01, 0.255, 0.647])
    assert floor.change + tests.change + quality.change + gate.change == pytest.approx(total.change) == 0.647
    assert gate.change == pytest.approx(0.0)


def test_a_lost_identity_takes_everything_above_the_floor(judged: Callable[..., View]) -> None:
    """The gate's bar goes back from the sum to the floor."""
    _, _, _, gate, total = parts(judged(identity=False, seed_reward=0.01))
    assert (gate.start + gate.change, total.change) == pytest.approx((0.01, 0.01))
    assert "lost" in gate.share


def test_the_table_says_what_the_bars_say(judged: Callable[..., View]) -> None:
    """Bars are hidden from assistive technology, the table has every number."""
    made = waterfall(judged())
    bars, twin = made.split("<details")
    assert 'aria-hidden="true"' in bars
    for cell in ("+0.010", "+0.245", "+0.392", "+0.000", "0.647"):
        assert f"<td>{cell}</td>" in twin


def test_the_clear_line_stands_at_its_place(judged: Callable[..., View]) -> None:
    """Every bar carries it, and the axis names it."""
    made = waterfall(judged())
    assert made.count('<u style="left:95.00%">') == 5
    assert "clears at 0.95" in made


def test_without_parts_there_is_no_chart(judged: Callable[..., View]) -> None:
    """An episode that does not tell the tests shows no bars."""
    assert waterfall(judged(functional=None)) == ""
