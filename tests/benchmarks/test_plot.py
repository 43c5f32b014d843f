"""The drawing is well-formed, shows what the record holds, and leaves out what was not run."""

import xml.etree.ElementTree as ET

import pytest

from code_review_env.benchmarks import growing, growth, plot
from code_review_env.benchmarks.record import Figure, Record, machine
from code_review_env.charts.axes import Scale

SVG = "{http://www.w3.org/2000/svg}"


def figure(part: str, subject: str, metric: str, value: float) -> Figure:
    """One number in milliseconds."""
    return Figure(part=part, subject=subject, metric=metric, unit="ms", value=value)


def record(*figures: Figure) -> Record:
    """A record with these numbers."""
    fixed = {"date": "2026-01-02T03:04:05+00:00", "seconds": 1.0, "parts": (), "machine": machine(), "versions": {}}
    return Record.model_validate(fixed | {"level": "A", "load": 0.0, "figures": figures})


def drawn(*figures: Figure) -> tuple[str, list[ET.Element]]:
    """All words of the drawing, and its shapes."""
    shapes = list(ET.fromstring(plot.draw(record(*figures))))  # noqa: S314 - our own text
    return " | ".join(shape.text or "" for shape in shapes), shapes


def test_every_side_has_its_bars() -> None:
    """Two bars for the floor, for us and for each peer, with their numbers."""
    sides = [("engine", "floor"), ("peers", "ours"), ("peers", "a & b")]
    rows = [figure(part, name, metric, at + 1.5) for at, (part, name) in enumerate(sides) for metric in ("p50", "CPU")]
    words, shapes = drawn(*rows, figure("peers", "a & b", "agrees", 100.0))
    assert all(word in words for word in ("One submission, ms", "floor", "ours", "a & b", "1.5", "2.5", "3.5"))
    legend, page = 2, 1
    assert sum(shape.tag == f"{SVG}rect" for shape in shapes) == 6 + legend + page


def test_every_amount_has_its_dot() -> None:
    """And each family one line through its dots."""
    family = growing.BY_SIZE[0]
    words, shapes = drawn(*(figure("size", growth.subject(family, kib), "CPU", 4.0 + kib) for kib in family.amounts))
    assert "CPU ms by size" in words
    assert sum(shape.tag == f"{SVG}circle" for shape in shapes) == len(family.amounts)
    assert sum(shape.get("stroke-dasharray") is not None for shape in shapes) == 1


def test_nothing_is_drawn_of_nothing() -> None:
    """A run of other parts gives a page with its heading alone."""
    words, shapes = drawn(figure("start", "server", "p50", 1.0))
    assert words.startswith(" | 2026-01-02")
    assert len(shapes) == 2


@pytest.mark.parametrize(
    ("scale", "ticks"),
    [
        (Scale(0.0, 64.0, 0, 1, log=False), [0, 20, 40, 60]),
        (Scale(0.0, 1000.0, 0, 1, log=False), [0, 500, 1000]),
        (Scale(0.1, 1000.0, 0, 1, log=True), [0.1, 1, 10, 100, 1000]),
    ],
)
def test_ticks_are_round(scale: Scale, ticks: list[float]) -> None:
    """1, 2 or 5 times a power of ten, inside the axis."""
    assert scale.ticks() == pytest.approx(ticks)
    assert all(0 <= scale.at(tick) <= 1 for tick in ticks)
