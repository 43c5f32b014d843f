"""The few shapes that a plot needs, as SVG text: no library draws bars and dots better than forty lines do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

INK: Final = "#1f2933"
FAINT: Final = "#cbd2d9"
SMALL: Final = 11
LARGE: Final = 14

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels, origin at the upper left of the page."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.top + self.height


def text(at: Point, words: str, *, size: int = SMALL, anchor: str = "start", bold: bool = False) -> str:
    """Words with their base line at a point."""
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size}" text-anchor="{anchor}"'
    return f'<text {place} fill="{INK}"{weight}>{escape(words)}</text>'


def bar(box: Box, colour: str) -> str:
    """A filled rectangle."""
    place = f'x="{box.left:.1f}" y="{box.top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"'
    return f'<rect {place} fill="{colour}"/>'


def path(points: Sequence[Point], colour: str, *, dashed: bool = False) -> str:
    """A line through points."""
    made = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashes = ' stroke-dasharray="4 3"' if dashed else ""
    return f'<polyline points="{made}" fill="none" stroke="{colour}" stroke-width="1.5"{dashes}/>'


def dot(at: Point, colour: str) -> str:
    """A point that was measured."""
    return f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="3" fill="{colour}"/>'


def page(width: int, height: int, shapes: Iterable[str]) -> str:
    """A whole drawing on white."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">'
    return "\n".join([head, bar(Box(0, 0, width, height), "#ffffff"), *shapes, "</svg>"]) + "\n"


def number(value: float) -> str:
    """Three significant digits, without an exponent."""
    if value and abs(value) < 100:  # noqa: PLR2004 - three digits
        return f"{value:.3g}"
    return f"{value:,.0f}"
