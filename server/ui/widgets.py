"""Widgets that more than one view uses."""

from collections.abc import Callable
from typing import Any

import gradio as gr
from markupsafe import Markup

from code_review_env.env.errors import CodeReviewError, Unavailable
from code_review_env.server.ui.markup import badge, inert


def html(name: str, value: str = "") -> gr.HTML:
    """A part of the page that we draw ourselves."""
    return gr.HTML(value, elem_id=f"cre-{name}", apply_default_css=False, js_on_load=None)


def view(name: str) -> gr.Column:
    """One view; the style sheet shows the one that the address names."""
    return gr.Column(elem_id=f"cre-view-{name}", elem_classes="cre-view")


def notice(error: CodeReviewError | ValueError, rest: str = "") -> str:
    """An error as a sentence, with what to do about it."""
    said = str(error).strip().rstrip(".")
    hint = "Nothing was scored and no step was used; please try again in a moment." if isinstance(error, Unavailable) else rest
    form = Markup('<p class="cre-banner cre-bad" role="alert">{} <span>{}. {}</span></p>')
    return str(form.format(badge("bad", "not done"), inert(said[:1].upper() + said[1:]), hint))


def told(show: Callable[..., Markup]) -> Callable[..., str]:
    """A handler whose refusals are sentences."""

    def handler(*given: Any) -> str:  # noqa: ANN401  # whatever the widgets hold
        try:
            return str(show(*given))
        except (CodeReviewError, ValueError) as error:
            return notice(error)

    return handler
