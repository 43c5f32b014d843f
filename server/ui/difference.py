"""The submission against the original, as a unified diff."""

import difflib
from typing import Final

from markupsafe import Markup

from code_review_env.server.ui.markup import folded, inert, joined

MOST_LINES: Final = 1_000
"""Lines of either file; difflib's time grows with their product."""

_LOOKS: Final = {"+": "cre-added", "-": "cre-removed", "@": "cre-hunk"}


def difference(original: str, submitted: str) -> Markup:
    """A closed section with the diff; says so where there is none or it would take too long."""
    before, after = original.splitlines(), submitted.splitlines()
    if max(len(before), len(after)) > MOST_LINES:
        return folded("Changes", Markup('<p class="cre-note">Over {} lines: too long to compare here.</p>').format(MOST_LINES))
    lines = list(difflib.unified_diff(before, after, "original", "submission", lineterm=""))
    if not lines:
        return folded("Changes: none", Markup('<p class="cre-note">The submission is the original.</p>'))
    added = sum(line.startswith("+") for line in lines[2:])
    removed = sum(line.startswith("-") for line in lines[2:])
    body = Markup('<pre class="cre-diff cre-scroll" tabindex="0" aria-label="Unified diff">{}</pre>')
    return folded(f"Changes: +{added} and -{removed} lines", body.format(joined(_line(line) for line in lines)))


def _line(line: str) -> Markup:
    return Markup('<span class="{}">{}</span>').format(_LOOKS.get(line[:1], "cre-same"), inert(line))
