"""What happens when a visitor acts: one method an event. Each asks `Play` and says what changes on the page."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any

import gradio as gr
from markupsafe import Markup

from code_review_env.env.errors import CodeReviewError, Forbidden, InvalidParameter, Unknown
from code_review_env.server.ui.brief import brief
from code_review_env.server.ui.header import header
from code_review_env.server.ui.play import Play
from code_review_env.server.ui.result import announcement, history, result
from code_review_env.server.ui.view import View
from code_review_env.server.ui.waiting import busy, places
from code_review_env.server.ui.widgets import notice

Changes = dict[Any, object]
"""Widget -> its new value; widgets that are left out stay as they are."""


@dataclass(frozen=True, eq=False, slots=True)
class Widgets:
    """The widgets that callbacks change.

    Attributes:
        spoken: one sentence for screen readers.
        header: formula, rail, counter.
        notice: what went wrong.
        brief: the task.
        file: what the editor is told, as JSON; the script hands it on.
        result: of the last submission.
        history: the steps of the episode.
        episode: id of the episode, the only thing the browser keeps.
        submit: off when the episode is over.
    """

    spoken: gr.HTML
    header: gr.HTML
    notice: gr.HTML
    brief: gr.HTML
    file: gr.Textbox
    result: gr.HTML
    history: gr.HTML
    episode: gr.Textbox
    submit: gr.Button

    def all(self) -> list[gr.components.Component]:
        """In a fixed order."""
        return [getattr(self, one.name) for one in fields(self)]


@dataclass(frozen=True, eq=False, slots=True)
class Callbacks:
    """Handlers of the page.

    Attributes:
        play: what a visitor can do.
        widgets: what they see.
    """

    play: Play
    widgets: Widgets

    def enter(self, episode_id: str) -> Changes:
        """The page was opened, with an episode in its address or without."""
        if not episode_id:
            return self._after(lambda: self.play.begin(None, None))
        try:
            return self.shown(self.play.recall(episode_id))
        except (Unknown, Forbidden) as error:
            reason = notice(error, "A new episode has begun instead.")
            return {**self._after(lambda: self.play.begin(None, None)), self.widgets.notice: reason}
        except CodeReviewError as error:
            return {self.widgets.notice: notice(error)}

    def begin(self, stage: str, seed: str) -> Changes:
        """A new episode was asked for."""
        return self._after(lambda: self.play.begin(stage or None, _seed(seed)))

    def submit(self, episode_id: str, code: str) -> Iterator[Changes]:
        """The file was submitted. The editor keeps what was typed meanwhile, unless there is another file to work on."""
        pool = self.play.parts.scorer.pool
        for found in places(pool, lambda: self._after(lambda: self.play.submit(episode_id, code), typed=code)):
            if isinstance(found, dict):
                yield found
            elif found:
                yield {self.widgets.notice: busy(found)}

    def _after(self, act: Callable[[], View], typed: str | None = None) -> Changes:
        try:
            return self.shown(act(), typed)
        except CodeReviewError as error:
            return {self.widgets.notice: notice(error)}

    def shown(self, view: View, typed: str | None = None) -> Changes:
        """The whole view; `typed` is what stands in the editor, which is left alone where nothing else is to be shown."""
        widgets = self.widgets
        return {
            widgets.spoken: str(Markup("<p>{}</p>").format(announcement(view))),
            widgets.header: str(header(view)),
            widgets.notice: "",
            widgets.brief: str(brief(view)),
            widgets.file: _file(view, typed),
            widgets.result: str(result(view)),
            widgets.history: str(history(view)),
            widgets.episode: view.seen.episode_id,
            widgets.submit: gr.update(interactive=not view.seen.done),
        }


def _file(view: View, typed: str | None) -> str:
    """What the editor is to hold and to mark; a null text leaves alone what stands there."""
    seen = view.seen
    marks = [] if seen.cleared else [one.model_dump(mode="json") for one in seen.findings]
    text = None if seen.current_code == typed else seen.current_code
    told = {"episode": seen.episode_id, "step": seen.step, "text": text, "original": seen.messy_code, "findings": marks}
    return json.dumps(told)


def _seed(text: str) -> int | None:
    """The number that was typed, or None for a random one."""
    if not text.strip():
        return None
    try:
        return int(text)
    except ValueError:
        message = f"a seed is a whole number of 0 or more, {text!r} is not"
        raise InvalidParameter(message) from None
