"""Many visitors at once, and how long one of them waits."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any, Final

import pytest

MANY: Final = 50
FEW: Final = 4
PAINTED: Final = "performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"
PATIENCE_MS: Final = 600_000
"""The whole crowd's browsers share the machine with the server."""

Arrive = Callable[..., Any]


def crowd(arrive: Arrive, count: int) -> list[float]:
    """So many visitors come, and only then all submit; seconds until each had their result."""
    visitors = [arrive(reduced_motion="reduce") for _ in range(count)]  # fifty films would be the load, not the server
    assert len({visitor.episode for visitor in visitors}) == count
    began = time.monotonic()
    for visitor in visitors:
        visitor.page.click("#cre-submit")
    waited = []
    for visitor in visitors:
        visitor.page.wait_for_selector("#cre-header .cre-counter strong:text-is('1')", timeout=PATIENCE_MS)
        waited.append(time.monotonic() - began)
    assert [visitor.text("#cre-notice").strip() for visitor in visitors] == [""] * count
    assert [visitor.complaints for visitor in visitors] == [[]] * count
    return waited


def test_a_few_visitors_at_once_see_no_error(arrive: Arrive) -> None:
    """Each has an episode and a result of their own."""
    assert len(crowd(arrive, FEW)) == FEW


@pytest.mark.proof
def test_fifty_visitors_at_once_see_no_error(arrive: Arrive, print_table: Callable[[str], None]) -> None:
    """As many as a popular Space has."""
    waited = crowd(arrive, MANY)
    print_table(f"{MANY} visitors submit at once: 0 errors, p50 {median(waited):.1f} s, last {max(waited):.1f} s")


def test_how_long_a_visitor_waits_is_told(arrive: Arrive, print_table: Callable[[str], None]) -> None:
    """First paint and submissions of one visitor; the machine decides, so nothing is asserted of the figures."""
    visitor = arrive()
    painted = visitor.page.evaluate(PAINTED)
    submitted = []
    for step in range(1, 4):
        visitor.paste(f"x = {step}\n")
        began = time.monotonic()
        visitor.submit(step)
        submitted.append(time.monotonic() - began)
    assert painted > 0
    print_table(f"in the browser: first paint {painted:.2f} s, a submit {1000 * median(submitted):.0f} ms")
