"""SkyRL 0.3: the output of a generator, with `rewards` as a list of numbers for each response.

Credit of tokens reaches `gae` and `reinforce++` only. SkyRL is not installed with this project: the form is checked against
`schemas/skyrl.json`.
"""

from collections.abc import Sequence
from typing import Any

from code_review_env.training.rows import Row


def generator_output(rows: Sequence[Row]) -> dict[str, Any]:
    """Ragged lists under SkyRL's names, one entry for each response."""
    return {
        "prompt_token_ids": [list(row.prompt_token_ids) for row in rows],
        "response_ids": [list(row.completion_token_ids) for row in rows],
        "rewards": [list(row.token_rewards) for row in rows],
        "loss_masks": [list(row.loss_mask) for row in rows],
        "stop_reasons": ["stop" if row.segments[-1:] == ("eos",) else "length" for row in rows],
        "rollout_metrics": {"reward": sum(row.reward for row in rows) / len(rows)},
        "rollout_logprobs": [list(row.logprobs) for row in rows],
    }
