"""OpenEnv's `TrainingTrace`: engine calls with masks, and token rewards in the metadata of each turn.

The trace has no field for them: a consumer that reads its own fields alone trains on the episode's reward.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from code_review_env.training.rows import Row

if TYPE_CHECKING:
    from openenv.core.harness import TrainingTrace


def trace(rows: Sequence[Row]) -> "TrainingTrace":
    """A trace with one turn for each row, in order; a mask of OpenEnv covers the prompt too."""
    from openenv.core.harness import TrainingTrace, TrainingTurn  # noqa: PLC0415 - takes seconds to import

    return TrainingTrace(
        turns=[
            TrainingTurn(
                node_id=f"{at}:{row.bundle_id}",
                prompt_token_ids=list(row.prompt_token_ids),
                completion_token_ids=list(row.completion_token_ids),
                per_token_logps=list(row.logprobs),
                loss_mask=[0] * len(row.prompt_token_ids) + list(row.loss_mask),
                metadata={
                    "token_rewards": list(row.token_rewards),
                    "segments": list(row.segments),
                    "reward": row.reward,
                    "components": dict(row.components),
                    "bundle_id": row.bundle_id,
                    "prev_bundle_id": row.prev_bundle_id,
                    "tokenizer": row.tokenizer,
                    "weights": dict(row.weights),
                },
            )
            for at, row in enumerate(rows)
        ]
    )
