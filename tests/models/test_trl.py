"""TRL takes our advantages: the loss of its own trainer, token by token."""

import sys
from pathlib import Path
from typing import Any

import pytest

from code_review_env.training.exporters import trl as exporter

sys.path.insert(0, str(Path(__file__).parent))
from examples import PROMPT, RIGHT, WRONG, rows, tokenizer

pytestmark = pytest.mark.models


def test_advantages_by_hand() -> None:
    """Each token against the mean of the group, over the group's deviation; nothing on the padding."""
    import torch

    good, bad = rows()
    found = exporter.advantages([good, bad])
    means = [sum(one.token_rewards) / len(one.token_rewards) for one in (good, bad)]
    baseline, deviation = sum(means) / 2, torch.tensor(means).std().item() + 1e-4
    assert found.shape == (2, max(len(good.token_rewards), len(bad.token_rewards)))
    for at, one in enumerate((good, bad)):
        want = torch.tensor([(reward - baseline) / deviation for reward in one.token_rewards])
        assert torch.allclose(found[at, : len(want)], want, atol=1e-5)
        assert found[at, len(want) :].abs().sum() == 0


def _trainer(folder: Path) -> Any:
    """A GRPO trainer over a model of two small layers with random weights."""
    import torch
    from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM
    from trl import GRPOConfig, GRPOTrainer

    torch.manual_seed(0)
    words = PreTrainedTokenizerFast(tokenizer_object=tokenizer()._tokenizer, pad_token="<pad>", eos_token="<eos>")  # noqa: S106 - no passwords
    config = Qwen2Config(
        vocab_size=len(words),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
    )
    settings = GRPOConfig(
        output_dir=str(folder),
        per_device_train_batch_size=2,
        num_generations=2,
        max_completion_length=8,
        max_steps=1,
        report_to=[],
        use_cpu=True,
        bf16=False,
        loss_type="grpo",
        beta=0.0,
    )
    data = exporter.dataset([PROMPT, PROMPT], {"task_id": ["c" * 64, "c" * 64]})

    class OnTokens(GRPOTrainer):
        """Trains on recorded completions with an advantage for each token."""

        def _generate_and_score_completions(self, inputs: list[dict[str, Any]]) -> dict[str, Any]:
            assert [one["task_id"] for one in inputs] == ["c" * 64] * len(inputs)
            return batch()

    trainer = OnTokens(
        model=Qwen2ForCausalLM(config),
        args=settings,
        train_dataset=data,
        processing_class=words,
        reward_funcs=lambda completions, **_: [0.0] * len(completions),
    )
    trainer.current_gradient_accumulation_steps = 1  # what `train` sets before the first step
    return trainer


def batch() -> dict[str, Any]:
    """The two rows as the trainer's own batch."""
    import torch
    from torch.nn.utils.rnn import pad_sequence

    made = rows()
    completions = [torch.tensor(one.completion_token_ids) for one in made]
    prompts = torch.tensor([one.prompt_token_ids for one in made])
    return {
        "prompt_ids": prompts,
        "prompt_mask": torch.ones_like(prompts),
        "completion_ids": pad_sequence(completions, batch_first=True),
        "completion_mask": pad_sequence([torch.ones_like(one) for one in completions], batch_first=True),
        "advantages": exporter.advantages(made),
        "num_items_in_batch": torch.tensor(sum(map(len, completions))),
    }


def test_the_loss_of_the_trainer_is_the_one_worked_out_by_hand(tmp_path: Path) -> None:
    """On the policy that sampled, each ratio is 1, so the loss is minus the mean advantage over each completion's tokens."""
    trainer, made = _trainer(tmp_path), batch()
    mask = made["completion_mask"]
    want = -((made["advantages"] * mask).sum(1) / mask.sum(1)).mean()
    assert trainer._compute_loss(trainer.model, made).item() == pytest.approx(want.item(), abs=1e-5)


def test_a_step_raises_what_earned_and_lowers_what_did_not(tmp_path: Path) -> None:
    """The gradient on a token's own log-probability has the sign of its advantage: credit reaches single tokens."""
    import torch

    trainer, made = _trainer(tmp_path), batch()
    kept: list[torch.Tensor] = []
    real = trainer._get_per_token_logps_and_entropies

    def watched(*given: Any, **named: Any) -> Any:
        found = real(*given, **named)
        found[0].retain_grad()
        kept.append(found[0])
        return found

    trainer._get_per_token_logps_and_entropies = watched
    trainer._compute_loss(trainer.model, made).backward()
    gradient, mask = kept[0].grad, made["completion_mask"].bool()
    assert torch.equal(torch.sign(-gradient)[mask], torch.sign(made["advantages"])[mask])
    assert {1.0, -1.0} <= set(torch.sign(made["advantages"])[1].tolist())


def test_the_trainer_trains_on_them(tmp_path: Path) -> None:
    """A whole step of `train()` with the exporter's dataset and advantages changes the weights."""
    trainer = _trainer(tmp_path)
    before = {name: weight.detach().clone() for name, weight in trainer.model.named_parameters()}
    trainer.train()
    assert trainer.state.global_step == 1
    assert any(not weight.equal(before[name]) for name, weight in trainer.model.named_parameters())


def test_the_completions_are_what_was_sent() -> None:
    """The ids of a row decode to the completion: nothing was tokenised a second time."""
    words = tokenizer()
    assert [words.decode(one.completion_token_ids, skip_special_tokens=True) for one in rows()] == [RIGHT, WRONG]
