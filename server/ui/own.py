"""A visitor's own file as a task: pasted, one of its functions chosen, its behaviour found out by calling it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import gradio as gr
from markupsafe import Markup

from code_review_env.env.check.own import offered
from code_review_env.env.errors import CodeReviewError
from code_review_env.server.ui.callbacks import Callbacks, Changes
from code_review_env.server.ui.widgets import html, notice
from code_review_env.tasks.curriculum import Curriculum

AT_ONCE: Final = 2
"""Files whose behaviour is found out at once; each keeps a worker busy for seconds."""

_LEAD: Final = (
    '<p class="cre-note">Paste a Python file that needs nothing but the standard library. What it does now is what it must '
    "do after: its functions are called in the sandbox, and the calls become the tests. The file is kept as long as a "
    "submission.</p>"
)


@dataclass(frozen=True, eq=False, slots=True)
class Bring:
    """The widgets.

    Attributes:
        source: the pasted file.
        look: lists its functions.
        entry: the chosen one.
        stage: whose rules judge it.
        play: begins the episode.
        said: why the file cannot be taken.
    """

    source: gr.Textbox
    look: gr.Button
    entry: gr.Dropdown
    stage: gr.Dropdown
    play: gr.Button
    said: gr.HTML


def layout(curriculum: Curriculum) -> Bring:
    """The widgets, in a section that starts closed."""
    stages = [stage.name for stage in curriculum.stages if stage.house != "shell"]  # nothing tells what programs answer
    with gr.Accordion("Paste your own file", open=False, elem_id="cre-own"):
        html("own-lead", _LEAD)
        source = gr.Textbox(label="Python file", lines=8, max_lines=20, elem_id="cre-own-source")
        look = gr.Button("List its functions", elem_id="cre-own-look")
        with gr.Row():
            entry = gr.Dropdown([], label="Function", interactive=False, elem_id="cre-own-entry", min_width=140)
            stage = gr.Dropdown(stages, value=stages[0], label="Rules of stage", elem_id="cre-own-stage", min_width=140)
        play = gr.Button("Play this file", interactive=False, elem_id="cre-own-play")
        said = html("own-said")
    return Bring(source, look, entry, stage, play, said)


def wire(bring: Bring, callbacks: Callbacks, keep: Callable[[Any], None]) -> None:
    """What the widgets do.

    Args:
        bring: the widgets.
        callbacks: of the page.
        keep: called with the event after which the page holds another episode.
    """

    def listed(source: str) -> Changes:
        try:
            names = offered(source)
        except CodeReviewError as error:
            closed = {bring.entry: gr.update(choices=[], value=None, interactive=False)}
            return {bring.said: notice(error), bring.play: gr.update(interactive=False), **closed}
        said = Markup('<p class="cre-note" role="status">Functions found: {}. Choose the one to keep.</p>').format(len(names))
        entry = gr.update(choices=names, value=names[0], interactive=True)
        return {bring.said: str(said), bring.play: gr.update(interactive=True), bring.entry: entry}

    def played(source: str, entry: str, stage: str) -> Changes:
        try:
            view = callbacks.play.bring(source, entry, stage)
        except (CodeReviewError, ValueError) as error:
            return {bring.said: notice(error)}
        return {**callbacks.shown(view), bring.said: ""}

    bring.look.click(listed, [bring.source], [bring.entry, bring.play, bring.said], api_visibility="private")
    done = bring.play.click(
        played,
        [bring.source, bring.entry, bring.stage],
        [*callbacks.widgets.all(), bring.said],
        api_visibility="private",
        concurrency_limit=AT_ONCE,
        show_progress_on=[bring.said],
    )
    keep(done)
