"""The head of the page: its name, the views, the theme."""

from typing import Final

from markupsafe import Markup

from code_review_env.server.ui.markup import joined

VIEWS: Final = {
    "watch": "Watch",
    "play": "Play",
    "attribution": "Attribution",
    "agent": "Agent",
    "replay": "Replay",
    "leaderboard": "Leaderboard",
    "training": "Training",
    "api": "API",
}
"""Name in the address -> name on the page, in the order of the navigation."""


def head() -> Markup:
    """Name, navigation and theme switch; shown before any script has run."""
    links = joined(Markup('<li><a href="?view={0}" data-view="{0}">{1}</a></li>').format(*one) for one in VIEWS.items())
    return Markup(
        '<header class="cre-head"><div class="cre-title"><h1>Code Review Environment</h1>'
        "<p>Repair a messy Python file without changing what it does.</p></div>"
        '<button type="button" class="cre-button" data-act="theme">Light / dark</button></header>'
        '<nav id="cre-nav" aria-label="Views"><ul>{}</ul></nav>'
    ).format(links)


def lead(title: str, text: str) -> Markup:
    """What a view is for, in a sentence."""
    return Markup('<div class="cre-lead"><h2>{}</h2><p>{}</p></div>').format(title, text)
