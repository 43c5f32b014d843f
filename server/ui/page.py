"""The page at `/`: lays out the widgets and wires events to callbacks. It holds no rule and no state of a visitor."""

from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any, Final

import gradio as gr
from fastapi import FastAPI
from markupsafe import Markup

from code_review_env.env.environment import Parts
from code_review_env.server.ui.callbacks import Callbacks, Changes, Widgets
from code_review_env.server.ui.play import Play
from code_review_env.server.ui.theme import theme

TITLE: Final = "Code Review Environment"
HANDLERS: Final = 32
"""Callbacks that run at once; what they wait for is the sandbox pool, which has a bounded queue of its own."""

WAITING: Final = 256
"""Callbacks that may wait; Gradio tells a visitor beyond them that the server is busy."""

EDITOR_LINES: Final = 26
"""Height of the editor; a longer file scrolls inside it."""

_ALL: Final = "all stages in order"
_ASK_ADDRESS: Final = "() => window.cre.asked()"
_KEEP_ADDRESS: Final = "(id) => window.cre.keep(id)"


def mount(app: FastAPI, parts: Parts, *, retention_days: float) -> FastAPI:
    """Put the page at `/`, behind every route that `app` already has.

    Args:
        app: gets the page; its other routes win.
        parts: of the environment.
        retention_days: age at which submissions are forgotten, as the page tells visitors.
    """
    web = resources.files("code_review_env.server.ui").joinpath("web")
    script = web.joinpath("page.js").read_text("utf-8")
    mounted: FastAPI = gr.mount_gradio_app(
        app,
        build(parts, retention_days=retention_days),
        path="/",
        ssr_mode=False,
        theme=theme(),
        css=web.joinpath("page.css").read_text("utf-8"),
        head=f"<script>{script}</script>",
        footer_links=[],
        run_history=False,
        show_error=False,
    )
    return mounted


def build(parts: Parts, *, retention_days: float) -> gr.Blocks:
    """The page as Gradio blocks."""
    blocks: gr.Blocks = gr.Blocks(title=TITLE, analytics_enabled=False)
    with blocks:
        spoken, header = _html("spoken"), _html("header", "<h1>Code Review Environment</h1>")
        with gr.Row(elem_id="cre-main"):
            with gr.Column(min_width=300, elem_id="cre-left"):
                brief, editor = _html("brief"), _editor()
                submit, original = _buttons()
                notice = _html("notice")
                _html("kept", kept(retention_days))
            with gr.Column(min_width=300, elem_id="cre-right"):
                result = _html("result")
            with gr.Column(min_width=300, elem_id="cre-below"):
                history = _html("history")
                stage, seed, begin = _new_episode([stage.name for stage in parts.scorer.curriculum.stages])
        episode = gr.Textbox(visible="hidden", elem_id="cre-episode")
        widgets = Widgets(spoken, header, notice, brief, editor, result, history, episode, submit)
        callbacks = Callbacks(Play(parts), widgets)
        _wire(blocks.load, callbacks.enter, [episode], widgets, js=_ASK_ADDRESS)
        _wire(submit.click, callbacks.submit, [episode, editor], widgets)
        _wire(begin.click, callbacks.begin, [stage, seed], widgets)
        _wire(original.click, callbacks.original, [episode], widgets)
    blocks.queue(default_concurrency_limit=HANDLERS, max_size=WAITING)
    return blocks


def kept(retention_days: float) -> str:
    """What becomes of a submission."""
    form = Markup(
        '<p><span class="cre-by-key">Ctrl+Enter or ⌘+Enter submits; Escape, then Tab leaves the editor. </span>Submissions '
        "are stored here for {:g} days; whoever has the address of this page can see and continue the episode.</p>"
    )
    return str(form.format(retention_days))


def _html(name: str, value: str = "") -> gr.HTML:
    return gr.HTML(value, elem_id=f"cre-{name}", apply_default_css=False, js_on_load=None)


def _editor() -> gr.Code:
    return gr.Code(
        language="python",
        label="The file",
        lines=EDITOR_LINES,
        max_lines=EDITOR_LINES,
        interactive=True,
        buttons=["copy"],
        elem_id="cre-editor",
    )


def _buttons() -> tuple[gr.Button, gr.Button]:
    with gr.Row(elem_id="cre-buttons"):
        submit = gr.Button("Submit", variant="primary", elem_id="cre-submit", min_width=120)
        original = gr.Button("Reset to original", elem_id="cre-original", min_width=120)
    return submit, original


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
    handler: Callable[..., Changes],
    inputs: list[gr.components.Component],
    widgets: Widgets,
    js: str | None = None,
) -> None:
    """Private handler, then the id of the episode into the address bar."""
    done = event(
        handler,
        inputs,
        widgets.all(),
        js=js,
        api_visibility="private",
        show_progress="minimal",
        show_progress_on=[widgets.result],
    )
    done.then(None, [widgets.episode], None, js=_KEEP_ADDRESS, api_visibility="private")
