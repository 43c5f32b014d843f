"""A run as a film: a frame for the start and for each step, which the script shows one at a time."""

import difflib
from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from code_review_env.server.ui.difference import MOST_LINES
from code_review_env.server.ui.header import header
from code_review_env.server.ui.markup import badge, inert, joined, number
from code_review_env.server.ui.result import announcement
from code_review_env.server.ui.view import View
from code_review_env.server.ui.waterfall import waterfall

SPEEDS: Final = (0.5, 1, 2)

_LOOKS: Final = {"+": "cre-added", "-": "cre-removed"}


def film(views: Sequence[View], *, name: str, loop: bool = False) -> Markup:
    """The frames with their controls.

    Args:
        views: after 0, 1, ... steps.
        name: what is shown, for assistive technology.
        loop: play at once and for ever, unless the visitor asked for less motion.
    """
    return Markup('<section class="cre-film" data-loop="{}" aria-label="{}">{}{}</section>').format(
        "yes" if loop else "no", name, _controls(len(views) - 1), joined(_frame(one) for one in views)
    )


def _controls(last: int) -> Markup:
    speeds = joined(
        Markup('<option value="{0}"{1}>{0:g}x</option>').format(one, Markup(" selected") if one == 1 else "") for one in SPEEDS
    )
    return Markup(
        '<div class="cre-controls"><button type="button" class="cre-button" data-role="toggle">Play</button>'
        '<input type="range" min="0" max="{0}" value="0" step="1" data-role="scrub" aria-label="Step">'
        '<span class="cre-told">Step <b data-role="told">0 of {0}</b></span>'
        '<label>Speed <select data-role="speed">{1}</select></label></div>'
    ).format(last, speeds)


def _frame(view: View) -> Markup:
    return Markup('<article class="cre-frame" data-told="{}" hidden>{}<div class="cre-pair">{}{}</div></article>').format(
        announcement(view), header(view), _file(view), _judged(view)
    )


def _file(view: View) -> Markup:
    before, after = (view.original, view.submitted) if view.submitted else (view.seen.messy_code, view.seen.messy_code)
    stage = view.seen.judged_stage or view.seen.stage
    said = "as submitted" if view.seen.judged_stage else "as it was given"
    return Markup(
        '<section class="cre-panel cre-code"><h2>The file of stage {} <small>{}</small></h2>'
        '<pre class="cre-diff cre-scroll" tabindex="0" aria-label="The file, with what was changed">{}</pre></section>'
    ).format(stage, said, joined(_lines(before.splitlines(), after.splitlines())))


def _lines(before: list[str], after: list[str]) -> list[Markup]:
    """The whole file; removed lines stand above what replaced them."""
    if max(len(before), len(after)) > MOST_LINES:
        return [_line("  " + line) for line in after]
    changed = difflib.Differ(charjunk=None).compare(before, after) if before != after else ("  " + line for line in after)
    return [_line(line) for line in changed if not line.startswith("?")]


def _line(line: str) -> Markup:
    return Markup('<span class="{}">{}{}</span>').format(_LOOKS.get(line[:1], "cre-same"), line[:2], inert(line[2:]))


def _judged(view: View) -> Markup:
    seen = view.seen
    if seen.judged_stage is None:
        return Markup('<section class="cre-panel"><h2>Before the first step</h2><p>{}</p></section>').format(
            inert(seen.instruction)
        )
    pill = badge("good", "cleared") if seen.cleared else badge("bad", "not cleared")
    reward = "" if seen.seed_reward is None else number(seen.seed_reward)
    return Markup(
        '<section class="cre-panel"><h2 class="cre-headline"><span>Step {}</span>{}<span class="cre-reward">{}</span></h2>'
        '{}<pre class="cre-words" tabindex="0" aria-label="What the agent read">{}</pre></section>'
    ).format(seen.step, pill, reward, waterfall(view), inert(seen.feedback))
