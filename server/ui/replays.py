"""The view that shows an episode again, by its name or from a trace, which is computed anew."""

from functools import partial
from pathlib import Path
from typing import Final

import gradio as gr
from markupsafe import Markup

from code_review_env.env.environment import Parts
from code_review_env.env.errors import InvalidParameter
from code_review_env.env.feedback.witness import Found
from code_review_env.server.limits import MAX_BODY
from code_review_env.server.replaying import ReplayView, replayed
from code_review_env.server.scoring import CLOSED_SPLITS
from code_review_env.server.ui.film import film
from code_review_env.server.ui.markup import badge, code, inert, table
from code_review_env.server.ui.nav import lead
from code_review_env.server.ui.play import Play
from code_review_env.server.ui.versus import versus
from code_review_env.server.ui.widgets import html, told, view

_REMEMBER: Final = (
    "(name, other) => { window.cre.put('replay', name); window.cre.put('against', other); return [name, other]; }"
)
_ASK_ADDRESS: Final = "() => [window.cre.shared(), window.cre.against()]"


def layout(parts: Parts, blocks: gr.Blocks) -> None:
    """The widgets of the view and what they do."""
    play = Play(parts)
    facts = Found(parts.bank, parts.scorer, parts.tools, parts.starts)
    with view("replay"):
        html("replay-lead", lead("Replay", "An episode once more, by its id or read-only name. Arrow keys move through it."))
        with gr.Row(elem_id="cre-replay-choice"):
            name = gr.Textbox(label="Episode", max_lines=1, elem_id="cre-replay-name", min_width=200)
            other = gr.Textbox(label="Compare with", max_lines=1, elem_id="cre-replay-other", min_width=200)
            show = gr.Button("Show", variant="primary", elem_id="cre-replay-show", min_width=100)
        shown = html("replay")
        trace = gr.UploadButton("Verify a trace (JSONL)", elem_id="cre-replay-file")
        verdict = html("verdict")
    shows = told(partial(_filmed, play))
    show.click(shows, [name, other], [shown], js=_REMEMBER, api_visibility="private")
    name.submit(shows, [name, other], [shown], js=_REMEMBER, api_visibility="private")
    other.submit(shows, [name, other], [shown], js=_REMEMBER, api_visibility="private")
    blocks.load(None, [name, other], [name, other], js=_ASK_ADDRESS, api_visibility="private").then(
        shows, [name, other], [shown], api_visibility="private"
    )
    trace.upload(told(lambda path: verified(path, facts)), [trace], [verdict], api_visibility="private")


def _filmed(play: Play, name: str, other: str) -> Markup:
    if not name.strip():
        return Markup('<p class="cre-note">No episode is named yet. Every episode in Play has a read-only link.</p>')
    views = play.film(name.strip())
    if other.strip():
        return versus(views, play.film(other.strip()))
    link = Markup(
        '<p class="cre-note">The link in the address bar shows this episode and allows no step.</p><p class="cre-tools">'
        '<a class="cre-button" href="replays/{0}/trace" download="{0}.jsonl">Download the trace</a></p>'
    )
    return film(views, name="Replay") + link.format(play.parts.store.share(views[-1].seen.episode_id))


def verified(path: str, facts: Found) -> Markup:
    """The result of computing a trace again.

    Raises:
        CodeReviewError: it is no trace, too long, or of a closed split.
    """
    file = Path(path)
    if file.stat().st_size > MAX_BODY:
        message = f"a trace has at most {MAX_BODY} bytes here"
        raise InvalidParameter(message)
    return _told(replayed(file.read_bytes(), facts, CLOSED_SPLITS))


def _told(found: ReplayView) -> Markup:
    pill = badge("bad", "differs") if found.differences else badge("good", "verified")
    said = f"{found.steps} steps of {found.episodes} episodes computed again"
    rows = [(f"{one.line}", inert(one.path), code(str(one.recorded)), code(str(one.found))) for one in found.differences]
    shown = table("Differences", ("Line", "Value", "In the trace", "Computed"), rows) if rows else ""
    return Markup('<section class="cre-panel"><h2 class="cre-headline">{}<span>{}</span></h2>{}</section>').format(
        pill, said, shown
    )
