"""verl 0.9: `rm_scores`, float32 of the shape (batch, response length).

Credit of tokens reaches `gae` and `reinforce_plus_plus` only; `grpo` sums each response into one number. verl is not installed
with this project: the form is checked against `schemas/verl.json`.
"""

from collections.abc import Sequence
from typing import Any

from code_review_env.training.rows import Row


def batch(rows: Sequence[Row], *, pad_token_id: int = 0) -> dict[str, Any]:
    """Rectangular lists under verl's names, each `(B, T)` but the prompts, which are `(B, P)` and padded on the left.

    Args:
        rows: one for each response.
        pad_token_id: fills responses on the right and prompts on the left.
    """
    response = max(len(row.completion_token_ids) for row in rows)
    prompt = max(len(row.prompt_token_ids) for row in rows)
    return {
        "prompts": [[pad_token_id] * (prompt - len(row.prompt_token_ids)) + list(row.prompt_token_ids) for row in rows],
        "responses": [_right(row.completion_token_ids, response, pad_token_id) for row in rows],
        "response_mask": [_right(row.loss_mask, response, 0) for row in rows],
        "rollout_log_probs": [_right(row.logprobs, response, 0.0) for row in rows],
        "rm_scores": [_right(row.token_rewards, response, 0.0) for row in rows],
        "non_tensor_batch": {
            "uid": [row.group for row in rows],
            "bundle_id": [row.bundle_id for row in rows],
            "reward": [row.reward for row in rows],
        },
    }


def _right(values: Sequence[Any], length: int, filler: float) -> list[Any]:
    return [*values, *[filler] * (length - len(values))]
