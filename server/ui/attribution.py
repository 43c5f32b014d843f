"""The view that tells which change of a submission earned what."""

from functools import partial
from typing import Final

import gradio as gr
from markupsafe import Markup

from code_review_env.env.access import load_open
from code_review_env.env.environment import Parts
from code_review_env.env.errors import InvalidParameter
from code_review_env.env.feedback.hunks import Attribution, Hunk, attribution
from code_review_env.env.scoring.reward import judge
from code_review_env.server.ui.gateview import tried
from code_review_env.server.ui.lines import line_rewards
from code_review_env.server.ui.markup import badge, inert, joined, number, table
from code_review_env.server.ui.nav import lead
from code_review_env.server.ui.whatif import CHANGES
from code_review_env.server.ui.widgets import html, told, view

_METHODS: Final = {
    "exact": "every combination of the changes was scored, so the shares add up to the gain",
    "leave-one-out": "each change was taken back once; shares need not add up",
}


def layout(parts: Parts, episode: gr.Textbox) -> None:
    """The widgets of the view and what they do."""
    with view("attribution"):
        html("attribution-lead", lead("Attribution", "What each change of your last submission in Play is worth."))
        explain = gr.Button("Explain the last submission", variant="primary", elem_id="cre-explain")
        shown = html("attribution")
        html(
            "whatif-lead",
            lead("What if", "Changes that no honest repair makes: see the gate at work."),
        )
        with gr.Row(elem_id="cre-whatif-buttons"):
            buttons = {
                name: gr.Button(said, elem_id=f"cre-whatif-{name}", min_width=140) for name, (said, _) in CHANGES.items()
            }
        outcome = html("whatif")
    explain.click(told(lambda name: explained(parts, name)), [episode], [shown], api_visibility="private")
    for name, button in buttons.items():
        button.click(told(partial(_tried, parts, name)), [episode], [outcome], api_visibility="private")


def _tried(parts: Parts, change: str, episode_id: str) -> Markup:
    return tried(parts, episode_id, change)


def explained(parts: Parts, episode_id: str) -> Markup:
    """Shares of the last submission of an episode.

    Raises:
        CodeReviewError: no such episode, nothing was submitted, or a variant could not be scored.
        ValueError: there are too many changes.
    """
    episode = load_open(parts.store, episode_id, None)
    if not episode.transitions:
        message = "nothing is submitted yet in this episode; submit a file in Play first"
        raise InvalidParameter(message)
    last = episode.transitions[-1]
    task = parts.bank.find(episode.terms.task_name(last.stage))
    curriculum = parts.scorer.curriculum
    found = attribution(task.messy, last.code, lambda code: judge(parts.scorer.score(task, code), curriculum).seed)
    return _shown(found, task.messy.splitlines(), last.code.splitlines()) + line_rewards(episode, task.entry)


def _shown(found: Attribution, before: list[str], after: list[str]) -> Markup:
    if not found.hunks:
        return Markup('<section class="cre-panel"><p>The submission is the original: no change to explain.</p></section>')
    rows = [
        (str(at), _where(hunk), f"{worth:+.3f}", _change(hunk, before, after))
        for at, (hunk, worth) in enumerate(zip(found.hunks, found.worth, strict=True), start=1)
    ]
    return Markup(
        '<section class="cre-panel"><h2 class="cre-headline"><span>{} to {}</span>{}</h2>'
        '<p class="cre-note">{} variants; {}.</p>{}{}</section>'
    ).format(
        number(found.before),
        number(found.after),
        badge("now", found.method),
        found.scored,
        _METHODS[found.method],
        _heat(found, after),
        table("Changes and their worth", ("Change", "Lines", "Worth", "What"), rows),
    )


def _heat(found: Attribution, after: list[str]) -> Markup:
    """The submission, each changed line as dark as its hunk is worth."""
    most = max((abs(worth) for worth in found.worth), default=0.0) or 1.0
    worth = {line: one for hunk, one in zip(found.hunks, found.worth, strict=True) for line in range(*hunk.new)}
    lines = joined(_line(text, worth.get(at), most) for at, text in enumerate(after))
    form = Markup('<pre class="cre-diff cre-heat cre-scroll" tabindex="0" aria-label="The submission by worth">{}</pre>')
    return form.format(lines)


def _line(text: str, worth: float | None, most: float) -> Markup:
    if worth is None:
        return Markup("<span><b></b>{}</span>").format(inert(text))
    look = "cre-earns" if worth >= 0 else "cre-costs"
    form = Markup('<span class="{}" style="--share:{:.0f}%"><b>{:+.3f}</b>{}</span>')
    return form.format(look, 100 * abs(worth) / most, worth, inert(text))


def _where(hunk: Hunk) -> str:
    first, end = hunk.new
    return f"after {first}" if first == end else f"{first + 1}-{end}" if end - first > 1 else str(end)


def _change(hunk: Hunk, before: list[str], after: list[str]) -> Markup:
    removed = [Markup('<span class="cre-removed">- {}</span>').format(inert(one)) for one in before[slice(*hunk.old)]]
    added = [Markup('<span class="cre-added">+ {}</span>').format(inert(one)) for one in after[slice(*hunk.new)]]
    return Markup('<code class="cre-change">{}</code>').format(joined([*removed, *added]))
