"""The view in which an agent plays: its steps appear as they are judged."""

from collections.abc import Generator, Iterator

import gradio as gr
from markupsafe import Markup

from code_review_env.env.errors import CodeReviewError
from code_review_env.server.allowance import AllowanceSpent
from code_review_env.server.rates import named
from code_review_env.server.ui.difference import difference
from code_review_env.server.ui.header import header
from code_review_env.server.ui.markup import badge, joined, number
from code_review_env.server.ui.nav import lead
from code_review_env.server.ui.players import Players
from code_review_env.server.ui.view import View
from code_review_env.server.ui.waiting import busy, places
from code_review_env.server.ui.widgets import html, notice, view

_NONE = "This server offers no agent; start it with `python -m code_review_env serve`."


def layout(players: Players) -> None:
    """The widgets of the view and what they do."""
    names = players.names
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
        html("agent-models", str(_models(players)))
        shown = html("agent")

    def played(name: str, text: str, request: gr.Request) -> Iterator[object]:
        yield from steps(players, name, text, named(request.client.host if request.client else ""))

    running = run.click(played, [agent, seed], [shown], api_visibility="private", show_progress="minimal")
    stop.click(None, cancels=[running], api_visibility="private")


def _models(players: Players) -> Markup:
    if not players.models:
        return Markup('<p class="cre-note">No model is connected to this server, so these agents need none.</p>')
    said = "{} asks a model, {} runs a day for each visitor; the others need none."
    return Markup('<p class="cre-note">{}</p>').format(said.format(", ".join(players.models), players.allowance.each))


def steps(players: Players, name: str, seed: str, client: str) -> Iterator[object]:
    """What the view shows after each step, and while there is none yet."""
    seen: list[View] = []
    views = players.views(name, seed, client)
    try:
        while (yield from _step(players, views, name, seen)):
            yield str(_shown(name, seen))
    except AllowanceSpent as error:
        yield notice(error, _instead(players, name))
    except CodeReviewError as error:
        yield notice(error) + (str(_shown(name, seen)) if seen else "")


def _step(players: Players, views: Iterator[View], name: str, seen: list[View]) -> Generator[object, None, bool]:
    """Wait for one more step; returns whether there was one."""
    before = str(_shown(name, seen)) if seen else ""
    for found in places(players.parts.scorer.pool, lambda: next(views, None)):
        if isinstance(found, int):
            yield busy(found) + before if found else gr.skip()
        elif found is None:
            return False
        else:
            seen.append(found)
    return True


def _instead(players: Players, name: str) -> Markup:
    """A run to watch where none may be started."""
    share = players.allowance.latest(name)
    if not share:
        return Markup('<a href="?view=watch">The recorded run</a> can be watched at any time.')
    return Markup('<a href="?view=replay&amp;replay={}">The latest run of {}</a> can be watched instead.').format(share, name)


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
