"""verifiers takes our nodes: its own trace spreads the credit over the tokens."""

import sys
from pathlib import Path

import pytest

from code_review_env.training.exporters import verifiers as exporter

sys.path.insert(0, str(Path(__file__).parent))
from examples import PROMPT, WRONG, rows

pytestmark = pytest.mark.models


def test_a_branch_spreads_our_credit() -> None:
    """A branch of the real package holds the ids of prompt and completion, with credit where the model sampled."""
    from verifiers.v1.graph import MessageNode
    from verifiers.v1.trace import Branch

    row = rows()[1]
    nodes = exporter.nodes(row, PROMPT, WRONG)
    branch = Branch(index=0, nodes=[MessageNode.model_validate_json(node.model_dump_json()) for node in nodes])
    prompt = len(row.prompt_token_ids)
    assert branch.token_ids == [*row.prompt_token_ids, *row.completion_token_ids]
    assert branch.sampled_mask == [False] * prompt + [True] * len(row.completion_token_ids)
    assert branch.advantages == [0.0] * prompt + list(row.token_rewards)
    assert branch.logprobs == pytest.approx([0.0] * prompt + list(row.logprobs))
    assert [message.content for message in branch.messages] == [PROMPT, WRONG]


def test_what_was_not_sampled_gets_no_credit() -> None:
    """Tokens that a template put between sampled ones are left out of both lists."""
    from dataclasses import replace

    from verifiers.v1.trace import Branch

    row = rows()[1]
    masked = replace(row, loss_mask=(1, 0, *[1] * (len(row.loss_mask) - 2)))
    branch = Branch(index=0, nodes=exporter.nodes(masked, PROMPT, WRONG))
    prompt = len(row.prompt_token_ids)
    assert branch.advantages is not None
    assert branch.advantages[prompt : prompt + 3] == [row.token_rewards[0], 0.0, row.token_rewards[2]]
