"""The page at `/`: lays out the views and wires events to callbacks. It holds no rule and no state of a visitor."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import gradio as gr
from fastapi import FastAPI
from markupsafe import Markup

from code_review_env.env.environment import Parts
from code_review_env.server.board.desk import Desk
from code_review_env.server.ui import agents, assets, attribution, leaderboard, manual, own, replays
from code_review_env.server.ui.callbacks import Callbacks, Changes, Widgets
from code_review_env.server.ui.film import film
from code_review_env.server.ui.nav import head, lead
from code_review_env.server.ui.play import Play
from code_review_env.server.ui.players import Players
from code_review_env.server.ui.recording import recorded
from code_review_env.server.ui.theme import theme
from code_review_env.server.ui.widgets import html, view

TITLE: Final = "Code Review Environment"
HANDLERS: Final = 32
"""Callbacks that run at once; what they wait for is the sandbox pool, which has a bounded queue of its own."""

WAITING: Final = 256
"""Callbacks that may wait; Gradio tells a visitor beyond them that the server is busy."""

_ALL: Final = "all stages in order"
_ASK_ADDRESS: Final = "() => window.cre.asked()"
_ASK_EDITOR: Final = "(id) => [id, window.cre.text()]"
_KEEP: Final = "(id, file) => window.cre.keep(id, file)"
_EDITOR: Final = (
    '<div class="cre-tools"><h2>The file</h2><button type="button" class="cre-button" data-act="compare" aria-pressed="false">'
    'Show changes</button><button type="button" class="cre-button" data-act="original" id="cre-original">Reset to original'
    '</button></div><div class="cre-host"></div>'
)


def mount(app: FastAPI, parts: Parts, *, desk: Desk, players: Players, note: str) -> FastAPI:
    """Put the page at `/`, behind every route that `app` already has.

    Args:
        app: gets the page; its other routes win.
        parts: of the environment.
        desk: has the leaderboard.
        players: the agents that a visitor may start.
        note: what becomes of submissions, as `kept` words it for visitors.
    """
    mounted: FastAPI = gr.mount_gradio_app(
        app,
        build(parts, desk=desk, players=players, note=note),
        path="/",
        ssr_mode=False,
        theme=theme(),
        css=assets.style(),
        head=assets.script(app),
        footer_links=[],
        run_history=False,
        show_error=False,
    )
    return mounted


def build(parts: Parts, *, desk: Desk, players: Players, note: str) -> gr.Blocks:
    """The page as Gradio blocks."""
    blocks: gr.Blocks = gr.Blocks(title=TITLE, analytics_enabled=False)
    with blocks:
        html("head", str(head()))
        with view("watch"):
            html("watch-lead", lead("Watch", "A recorded run: the file unchanged, then the reference repair of each stage."))
            html("watch", str(film(recorded(), name="Recorded run", loop=True)))
        episode = _play(blocks, parts, note)
        attribution.layout(parts, episode)
        agents.layout(players)
        replays.layout(parts, blocks)
        leaderboard.layout(desk, blocks)
        manual.training()
        manual.api(blocks)
    blocks.queue(default_concurrency_limit=HANDLERS, max_size=WAITING)
    return blocks


def _play(blocks: gr.Blocks, parts: Parts, note: str) -> gr.Textbox:
    """The view in which a visitor plays; returns the widget that holds the id of their episode."""
    with view("play"):
        spoken, header = html("spoken"), html("header")
        with gr.Row(elem_id="cre-main"):
            with gr.Column(min_width=300, elem_id="cre-left"):
                brief = html("brief")
                html("editor", _EDITOR)
                submit = gr.Button("Submit", variant="primary", elem_id="cre-submit", min_width=120)
                notice = html("notice")
                html("kept", note)
            with gr.Column(min_width=300, elem_id="cre-right"):
                result = html("result")
            with gr.Column(min_width=300, elem_id="cre-below"):
                history = html("history")
                stage, seed, begin = _new_episode([stage.name for stage in parts.scorer.curriculum.stages])
                bring = own.layout(parts.scorer.curriculum)
        episode = gr.Textbox(visible="hidden", elem_id="cre-episode")
        file = gr.Textbox(visible="hidden", elem_id="cre-file")
    widgets = Widgets(spoken, header, notice, brief, file, result, history, episode, submit)
    callbacks = Callbacks(Play(parts), widgets)
    _wire(blocks.load, callbacks.enter, [episode], widgets, js=_ASK_ADDRESS)
    _wire(submit.click, callbacks.submit, [episode, file], widgets, js=_ASK_EDITOR)
    _wire(begin.click, callbacks.begin, [stage, seed], widgets)
    own.wire(bring, callbacks, lambda done: _keep(done, widgets))
    return episode


def kept(retention_days: float, *, ephemeral: bool) -> str:
    """What becomes of a submission.

    Args:
        retention_days: age at which it is forgotten.
        ephemeral: everything is forgotten at the next restart.
    """
    form = Markup(
        '<p><span class="cre-by-key">Ctrl+Enter or ⌘+Enter submits; Escape, then Tab leaves the editor. </span>Submissions '
        "are stored here {}; whoever has the address of this page can see and continue the episode.</p>"
    )
    until = "until this server restarts: its disk is ephemeral" if ephemeral else f"for {retention_days:g} days"
    return str(form.format(until))


def _new_episode(stages: Sequence[str]) -> tuple[gr.Dropdown, gr.Textbox, gr.Button]:
    choices = [(_ALL, ""), *((f"{name} only", name) for name in stages)]
    with gr.Accordion("New episode", open=False, elem_id="cre-new"):
        with gr.Row():
            stage = gr.Dropdown(choices, value="", label="Stages", elem_id="cre-stage", min_width=140)
            seed = gr.Textbox(label="Seed", placeholder="random", max_lines=1, elem_id="cre-seed", min_width=140)
        begin = gr.Button("Begin new episode", elem_id="cre-begin")
    return stage, seed, begin


def _wire(
    event: Callable[..., Any],
    handler: Callable[..., Changes | Iterator[Changes]],
    inputs: list[gr.components.Component],
    widgets: Widgets,
    js: str | None = None,
) -> None:
    """Private handler, then the id of the episode into the address bar and the file into the editor."""
    done = event(
        handler,
        inputs,
        widgets.all(),
        js=js,
        api_visibility="private",
        show_progress="minimal",
        show_progress_on=[widgets.result],
    )
    _keep(done, widgets)


def _keep(done: Any, widgets: Widgets) -> None:  # noqa: ANN401 - an event of Gradio
    """The id of the episode into the address bar and the file into the editor."""
    done.then(None, [widgets.episode, widgets.file], None, js=_KEEP, api_visibility="private")
