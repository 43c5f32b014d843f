"""How the parts add up to the reward: a bar for each part, and the same as a table."""

from dataclasses import dataclass

from markupsafe import Markup

from code_review_env.server.ui.markup import TIMES, folded, joined, number, table
from code_review_env.server.ui.view import View


@dataclass(frozen=True, slots=True)
class Part:
    """One bar.

    Attributes:
        name: what it is.
        share: the part's own score in words.
        start: where the bar begins, in [0, 1].
        change: how far it goes, negative where the part takes away.
        look: style class.
    """

    name: str
    share: str
    start: float
    change: float
    look: str


def parts(view: View) -> tuple[Part, ...]:
    """The bars of the last submission; none before it, or where the episode does not tell the parts."""
    seen, shaping = view.seen, view.shaping
    if seen.seed_reward is None or seen.quality is None or seen.functional is None:
        return ()
    tests = shaping.span * shaping.functional_weight * seen.functional
    quality = shaping.span * shaping.quality_weight * seen.quality
    earned = shaping.floor + tests + quality
    passed = f"{seen.groups.passed} of {seen.groups.total} groups" if seen.groups else f"{seen.functional:.0%}"
    kept = f"{TIMES} 1, holds" if seen.identity else f"{TIMES} 0, lost"
    return (
        Part("Floor", "always", 0.0, shaping.floor, "cre-floor"),
        Part("Tests", passed, shaping.floor, tests, "cre-tests"),
        Part("Quality", f"{seen.quality:.0%}", shaping.floor + tests, quality, "cre-quality"),
        Part("Identity", kept, earned, seen.seed_reward - earned, "cre-gate"),
        Part("Reward", "cleared" if seen.cleared else "not cleared", 0.0, seen.seed_reward, "cre-total"),
    )


def waterfall(view: View) -> Markup:
    """Bars and table; empty where there are no parts to show."""
    bars = parts(view)
    if not bars:
        return Markup("")
    line = view.shaping.clear_at
    drawn = joined(_bar(one, line) for one in bars)
    rows = [(one.name, one.share, f"{one.change:+.3f}", number(one.start + one.change)) for one in bars]
    twin = folded("The same as a table", table("Parts of the reward", ("Part", "Score", "Adds", "Sum"), rows))
    return Markup(
        '<section class="cre-waterfall"><h3>Reward parts</h3><div aria-hidden="true">{}'
        '<p class="cre-axis"><span>0</span><span class="cre-clear" style="left:{:.1f}%">clears at {:g}</span></p></div>'
        "{}</section>"
    ).format(drawn, 100 * line, line, twin)


def _bar(part: Part, line: float) -> Markup:
    left = min(part.start, part.start + part.change)
    value = number(part.change) if part.name == "Reward" else f"{part.change:+.3f}"
    return Markup(
        '<div class="cre-bar {}"><span class="cre-name">{} <small>{}</small></span><span class="cre-track">'
        '<i style="left:{:.2f}%;width:{:.2f}%"></i><u style="left:{:.2f}%"></u></span><span class="cre-value">{}</span></div>'
    ).format(
        part.look, part.name, part.share, 100 * left, 100 * abs(part.change), 100 * line, value.replace("+-0.000", "0.000")
    )
