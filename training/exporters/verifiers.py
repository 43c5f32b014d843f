"""verifiers 0.4 and prime-rl: message nodes with credit for each sampled token, which is their own format."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from code_review_env.training.rows import Row

if TYPE_CHECKING:
    from verifiers.v1.graph import MessageNode


def nodes(row: Row, prompt: str, completion: str) -> "list[MessageNode]":
    """The two nodes of a step: the prompt, and the completion with `advantages` and `logprobs` over its sampled tokens.

    Args:
        row: of the step.
        prompt: what the model was asked, as a user's message.
        completion: what it answered.
    """
    from verifiers.v1.graph import MessageNode  # noqa: PLC0415 - heavy, and needed here alone
    from verifiers.v1.types import AssistantMessage, UserMessage  # noqa: PLC0415 - heavy

    asked = MessageNode(
        message=UserMessage(content=prompt), token_ids=list(row.prompt_token_ids), mask=[False] * len(row.prompt_token_ids)
    )
    answered = MessageNode(
        parent=0,
        message=AssistantMessage(content=completion),
        sampled=True,
        token_ids=list(row.completion_token_ids),
        mask=[bool(trained) for trained in row.loss_mask],
        logprobs=_sampled(row, row.logprobs),
        advantages=_sampled(row, row.token_rewards),
    )
    return [asked, answered]


def _sampled(row: Row, values: Sequence[float]) -> list[float]:
    """Both lists hold an entry for each token that the mask keeps."""
    return [value for value, trained in zip(values, row.loss_mask, strict=True) if trained]
