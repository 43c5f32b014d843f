"""TRL: a dataset of rows, and advantages of the shape (B, T) that the loss of `GRPOTrainer` takes. Keeps the credit of tokens.

The trainer computes one advantage a completion; a subclass of it that returns these from `_generate_and_score_completions`
trains on tokens. Written against TRL 1.16, whose loss takes both shapes.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from code_review_env.training.rows import Row

if TYPE_CHECKING:
    import torch
    from datasets import Dataset

EPSILON: Final = 1e-4
"""Added to the deviation of a group, as TRL does."""


def dataset(prompts: Sequence[str], columns: Mapping[str, Sequence[object]]) -> "Dataset":
    """What `train_dataset` takes: a `prompt` column, and further ones that reach the reward functions by name."""
    from datasets import Dataset  # noqa: PLC0415 - heavy, and needed here alone

    return Dataset.from_dict({"prompt": list(prompts), **{name: list(values) for name, values in columns.items()}})


def advantages(rows: Sequence[Row], *, scale: bool = True) -> "torch.Tensor":
    """`(B, T)`, float32, 0 on what was not sampled and on the padding to the right.

    The baseline of a group is the mean reward of its sampled tokens, each completion counted once, so that a long one weighs
    no more than a short one.

    Args:
        rows: completions; those of one group are compared with each other.
        scale: divide by the deviation of the group, as TRL's `scale_rewards="group"` does.
    """
    import torch  # noqa: PLC0415 - heavy, and needed here alone

    longest = max(len(row.token_rewards) for row in rows)
    found = torch.zeros(len(rows), longest)
    mask = torch.zeros(len(rows), longest)
    for at, row in enumerate(rows):
        found[at, : len(row.token_rewards)] = torch.tensor(row.token_rewards)
        mask[at, : len(row.loss_mask)] = torch.tensor(row.loss_mask, dtype=torch.float32)
    means = (found * mask).sum(1) / mask.sum(1).clamp(min=1.0)
    for group in {row.group for row in rows}:
        members = [at for at, row in enumerate(rows) if row.group == group]
        found[members] -= means[members].mean()
        if scale and len(members) > 1:
            found[members] /= means[members].std() + EPSILON
    return found * mask
