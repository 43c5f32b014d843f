"""A streamed reply put together; both client libraries bring chunks of the same shape."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from code_review_env.baseline_agent.completer import Completion
from code_review_env.baseline_agent.faults import no_answer


class Delta(Protocol):
    """What a chunk adds."""

    content: str | None


class Choice(Protocol):
    """One of the alternatives of a reply; we ask for one."""

    delta: Delta
    finish_reason: str | None


class Usage(Protocol):
    """Tokens counted by the server."""

    prompt_tokens: int
    completion_tokens: int


class Chunk(Protocol):
    """A part of a reply."""

    choices: list[Choice] | None
    usage: Usage | None


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens."""

    tokens_in: float
    tokens_out: float

    def of(self, usage: Usage) -> float:
        """Dollars for a reply."""
        return (usage.prompt_tokens * self.tokens_in + usage.completion_tokens * self.tokens_out) / 1e6


@dataclass(slots=True)
class _Reply:
    parts: list[str] = field(default_factory=list)
    finish_reason: str | None = None
    usage: Usage | None = None

    def take(self, chunk: Chunk) -> None:
        self.usage = chunk.usage or self.usage
        for choice in (chunk.choices or ())[:1]:
            self.parts.append(choice.delta.content or "")
            self.finish_reason = choice.finish_reason or self.finish_reason


def gather(chunks: Iterable[Chunk], began: float, timeout_s: float, price: Price | None = None) -> Completion:
    """The completion that the chunks make up.

    Args:
        chunks: of the stream, as they come.
        began: `time.monotonic()` when the call began.
        timeout_s: seconds after which nobody waits for the rest any more.
        price: of the tokens, where it is known.

    Raises:
        CallFailed: the stream ended early or brought nothing.
    """
    reply = _Reply()
    for chunk in chunks:
        reply.take(chunk)
        if time.monotonic() - began > timeout_s:
            what = f"a stream still open after {timeout_s:g} s"
            raise no_answer(what)
    if reply.finish_reason is None:
        what = "a stream that broke off" if reply.parts else "no choices"
        raise no_answer(what)
    used = reply.usage
    return Completion(
        text="".join(reply.parts),
        finish_reason=reply.finish_reason,
        tokens_in=used.prompt_tokens if used else None,
        tokens_out=used.completion_tokens if used else None,
        seconds=time.monotonic() - began,
        money=price.of(used) if used and price else None,
    )
