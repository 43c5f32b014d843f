"""What a model is told about a task: texts of `prompts.toml`, filled in from an observation. Agents and trainers use it."""

import difflib
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from pydantic import BaseModel, ConfigDict

from code_review_env.models import CodeReviewObservation


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class Prompts(BaseModel):
    """The texts, each a format string."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    system: str
    task: str
    examples: str
    file: str
    feedback: str
    worse: str
    repeat: str
    cut_off: str


@cache
def load_prompts() -> Prompts:
    """Read the packaged texts once a process."""
    text = resources.files("code_review_env").joinpath("prompts.toml").read_text("utf-8")
    return Prompts.model_validate(tomllib.loads(text))


@dataclass(frozen=True, slots=True)
class Draft:
    """What the last attempt adds to a prompt.

    Attributes:
        code: the file to work on: the best so far.
        feedback: the environment's words on the last submission, "" where there is none.
        change: what the last submission changed for the worse, as a diff; "" where it did not.
        repeat: the last submission was one that had been sent before.
        cut_off: the last reply was cut off.
    """

    code: str
    feedback: str = ""
    change: str = ""
    repeat: bool = False
    cut_off: bool = False


def first_prompt(seen: CodeReviewObservation) -> tuple[Message, ...]:
    """The conversation about a task nobody has tried yet."""
    return prompt(seen, Draft(seen.messy_code))


def prompt(seen: CodeReviewObservation, draft: Draft) -> tuple[Message, ...]:
    """The conversation that asks for the next submission."""
    texts = load_prompts()
    calls = "\n".join(f"{example.call} -> {example.expected}" for example in seen.examples)
    parts = [
        texts.task.format(stage=seen.stage, instruction=seen.instruction, rules=seen.rules, signature=seen.signature),
        texts.examples.format(examples=calls) if calls else "",
        texts.file.format(code=draft.code.rstrip("\n")),
        texts.feedback.format(feedback=draft.feedback) if draft.feedback else "",
        texts.worse.format(change=draft.change) if draft.change else "",
        texts.cut_off if draft.cut_off else texts.repeat if draft.repeat else "",
    ]
    said = "\n".join(part.strip("\n") for part in parts if part)
    return Message("system", texts.system.format(entry=seen.entry).strip("\n")), Message("user", said)


def difference(best: str, other: str) -> str:
    """A unified diff without its file names."""
    lines = difflib.unified_diff(best.splitlines(), other.splitlines(), lineterm="", n=2)
    return "\n".join(list(lines)[2:])
