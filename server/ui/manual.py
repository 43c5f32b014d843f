"""The views without an episode: how to play by program, and what is told of training."""

import gradio as gr
from markupsafe import Markup

from code_review_env.server.ui.markup import inert, joined
from code_review_env.server.ui.nav import lead
from code_review_env.server.ui.snippets import snippets
from code_review_env.server.ui.widgets import html, view


def api(blocks: gr.Blocks) -> None:
    """Snippets with the address that the visitor came by."""
    with view("api"):
        html("api-lead", lead("API", "The same environment by program: over a WebSocket, over HTTP, from a shell."))
        shown = html("api")
    blocks.load(programs, [shown], [shown], js="() => window.location.origin", api_visibility="private")


def programs(host: str) -> str:
    """The snippets for this address."""
    return str(joined(_program(title, text) for title, text in snippets(host).items()))


def _program(title: str, text: str) -> Markup:
    return Markup(
        '<section class="cre-panel cre-program"><h3>{}</h3>'
        '<button type="button" class="cre-button" data-act="copy">Copy</button>'
        '<pre class="cre-words" tabindex="0" aria-label="{}"><code>{}</code></pre></section>'
    ).format(title, title, inert(text))


def training() -> None:
    """Nothing was trained here, and the view says so."""
    with view("training"):
        html("training-lead", lead("Training", "Curves of a training run on this environment."))
        html(
            "training",
            '<section class="cre-panel"><h3>No training run is kept on this server</h3><p>An agent learns from the same '
            "observations that Play shows. <code>reward_scheme=&quot;improvement&quot;</code> pays 0 for doing nothing and 1 "
            "for a full repair; the README tells which reward suits a trainer.</p></section>",
        )
