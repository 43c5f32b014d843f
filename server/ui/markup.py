"""Pieces of HTML. `Markup.format` escapes whatever is put in; `inert` also spells out what would be invisible or reorder."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from markupsafe import Markup, escape

_UNUSUAL: Final = re.compile(r"[^\n\t -~]")
_LOUD: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Unicode categories without a shape of their own: control, format (right-to-left marks), unassigned, private, separators."""

_ICONS: Final = {
    "good": "M3 8.5l3.2 3.2L13 5",
    "bad": "M4 4l8 8M12 4l-8 8",
    "now": "M5 3.5v9l7-4.5z",
    "locked": "M4.5 7.5h7v5.5h-7zM6 7.5V5.2a2 2 0 0 1 4 0v2.3",
    "none": "M4 8h8",
}
"""Paths on a 16 x 16 grid."""

TIMES: Final = "\u00d7"

Tone = Literal["good", "bad", "now", "locked", "none"]


def inert(text: str) -> Markup:
    """Text of a visitor or a model: escaped, every invisible character spelled as its code point."""
    return Markup(_UNUSUAL.sub(_spelled, str(escape(text))))  # noqa: S704  # escaped in this line


def _spelled(found: re.Match[str]) -> str:
    character = found.group()
    if unicodedata.category(character) not in _LOUD:
        return character
    return f'<span class="cre-spelled">U+{ord(character):04X}</span>'


def joined(parts: Iterable[Markup]) -> Markup:
    """The parts in a row."""
    return Markup("").join(parts)


def icon(tone: Tone) -> Markup:
    """A small picture; decoration, so a word always stands beside it."""
    drawn = Markup('<svg class="cre-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="{}"/></svg>')
    return drawn.format(_ICONS[tone])


def badge(tone: Tone, word: str) -> Markup:
    """Icon and word in a pill."""
    return Markup('<span class="cre-badge cre-{}">{}{}</span>').format(tone, icon(tone), word)


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[Markup | str]]) -> Markup:
    """A table that scrolls inside its own box, so that it never widens the page. Cells are escaped unless they are Markup."""
    head = joined(Markup('<th scope="col">{}</th>').format(one) for one in heads)
    body = joined(Markup("<tr>{}</tr>").format(joined(Markup("<td>{}</td>").format(cell) for cell in row)) for row in rows)
    return Markup(
        '<div class="cre-scroll" tabindex="0" role="region" aria-label="{0}"><table><caption>{0}</caption>'
        "<thead><tr>{1}</tr></thead><tbody>{2}</tbody></table></div>"
    ).format(caption, head, body)


def folded(title: str, body: Markup) -> Markup:
    """A section that starts closed."""
    return Markup('<details class="cre-folded"><summary>{}</summary>{}</details>').format(title, body)


def code(text: str) -> Markup:
    """Inline code of any origin."""
    return Markup("<code>{}</code>").format(inert(text))


def number(value: float) -> str:
    """A reward or a share with three digits."""
    return f"{value:.3f}"
