"""A line is found where there is one, and growth that is none is seen."""

import pytest

from code_review_env.charts.line import Line, excess

AMOUNTS = (1, 2, 4, 8, 16, 32, 64)


def test_a_line_is_found() -> None:
    """Exact costs give back their base and slope, without deviation."""
    costs = {amount: 4.0 + 0.5 * amount for amount in AMOUNTS}
    line = Line.through(costs)
    assert (line.base, line.slope) == pytest.approx((4.0, 0.5))
    assert line.deviation(costs) == pytest.approx(0.0, abs=1e-12)
    assert excess(costs) == pytest.approx(1.0)


def test_quadratic_growth_is_seen() -> None:
    """A cost that doubles its slope on the way lies far above what the smaller amounts foretell."""
    costs = {amount: 4.0 + amount + amount**2 / 64 for amount in AMOUNTS}
    assert excess(costs) > 1.3
    assert Line.through(costs).deviation(costs) > 0.1


def test_small_noise_is_no_growth() -> None:
    """Five percent up and down stay within the limit that the benchmark sets."""
    costs = {amount: (4.0 + 0.5 * amount) * (1.05 if at % 2 else 0.95) for at, amount in enumerate(AMOUNTS)}
    assert 0.8 < excess(costs) < 1.2
