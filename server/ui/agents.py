"""The view in which an agent plays: its steps appear as they are judged."""

from collections.abc import Callable, Iterator, Mapping

import gradio as gr
from markupsafe import Markup

from code_review_env.env.environment import Parts
from code_review_env.env.errors import CodeReviewError, InvalidParameter
from code_review_env.env.local import Session
from code_review_env.server.ui.difference import difference
from code_review_env.server.ui.header import header
from code_review_env.server.ui.markup import badge, joined, number
from code_review_env.server.ui.nav import lead
from code_review_env.server.ui.play import Play
from code_review_env.server.ui.view import View
from code_review_env.server.ui.widgets import html, notice, view

Run = Callable[[Session, Mapping[str, object]], Iterator[object]]
"""Plays one episode with these arguments of `reset`; yields after every step."""

_NONE = "This server offers no agent; start it with `python -m code_review_env serve`."


def layout(parts: Parts, runs: Mapping[str, Run]) -> None:
    """The widgets of the view and what they do."""
    names = list(runs)
    with view("agent"):
        html("agent-lead", lead("Agent", "Pick a player and watch it work through the curriculum, step by step."))
        if not names:
            html("agent-none", str(Markup('<p class="cre-note">{}</p>').format(_NONE)))
            return
        with gr.Row(elem_id="cre-agent-choice"):
            agent = gr.Dropdown(names, value=names[0], label="Agent", elem_id="cre-agent-name", min_width=140)
            seed = gr.Textbox("7", label="Seed", max_lines=1, elem_id="cre-agent-seed", min_width=140)
        with gr.Row():
            run = gr.Button("Run", variant="primary", elem_id="cre-agent-run")
            stop = gr.Button("Stop", elem_id="cre-agent-stop")
        shown = html("agent")

    def played(name: str, text: str) -> Iterator[str]:
        yield from steps(parts, runs, name, text)

    running = run.click(played, [agent, seed], [shown], api_visibility="private", show_progress="minimal")
    stop.click(None, cancels=[running], api_visibility="private")


def steps(parts: Parts, runs: Mapping[str, Run], name: str, seed: str) -> Iterator[str]:
    """What the view shows after each step."""
    session, play = Session(parts, {}), Play(parts)
    seen: list[View] = []
    try:
        if name not in runs or not seed.strip().isdecimal():
            message = "an agent of this server and a whole number as its seed are needed"
            raise InvalidParameter(message)
        for _ in runs[name](session, {"seed": int(seed)}):
            seen.append(play.recall(str(session.state.episode_id)))
            yield str(_shown(name, seen))
    except CodeReviewError as error:
        yield notice(error) + (str(_shown(name, seen)) if seen else "")


def _shown(name: str, seen: list[View]) -> Markup:
    last = seen[-1]
    word = badge("good" if last.seen.done else "now", "done" if last.seen.done else "playing")
    link = Markup('<a href="?view=replay&amp;replay={}">Replay of this run</a>').format(last.share)
    bar = Markup('<progress max="{0}" value="{1}" aria-label="Steps used">{1} of {0}</progress>')
    cards = joined(_card(one, at) for at, one in reversed(list(enumerate(seen))))
    return Markup(
        '{}<section class="cre-panel"><h2 class="cre-headline"><span>{}</span>{}</h2>{}<p class="cre-note">{}</p></section>{}'
    ).format(header(last), name, word, bar.format(last.seen.max_steps, last.seen.step), link, cards)


def _card(view: View, at: int) -> Markup:
    seen = view.seen
    pill = badge("good", "cleared") if seen.cleared else badge("bad", "not cleared")
    how = seen.extracted.how if seen.extracted else ""
    delta = view.steps[at].reward - (view.steps[at - 1].reward if at else 0.0)
    return Markup(
        '<article class="cre-panel cre-step"><h3 class="cre-headline"><span>Step {}, stage {}</span>{}'
        '<span class="cre-reward">{}</span></h3><p class="cre-note">{:+.3f} to the step before; code taken as: {}</p>'
        "{}</article>"
    ).format(
        seen.step,
        seen.judged_stage,
        pill,
        number(view.steps[at].reward),
        delta,
        how,
        difference(view.original, view.submitted),
    )
