"""Rows and their exporters, made of what the real environment answers."""

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from code_review_env import make
from code_review_env.training import trajectories
from code_review_env.training.exporters import openenv, skyrl, verl
from code_review_env.training.offsets import offsets
from code_review_env.training.rows import SCHEMA, Row, Turn, dump, fingerprint, load, make_row

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(Path(__file__).parents[1]))
from tokenizing import CODES, tokenizer, tokens  # noqa: E402 - a sibling of these folders


def turn(completion: str, name: str = "byte-level BPE") -> Turn:
    """A completion as an engine would hand it over."""
    cut = tokens(name, completion)
    logprobs = [-0.25 - at / 1000 for at in range(len(cut.ids))]
    return Turn(tokenizer(name).encode("Repair it.").ids, completion, cut, logprobs, fingerprint(tokenizer(name).to_str()))


@pytest.fixture(scope="module")
def played() -> Iterator[tuple[list[Row], list[dict[str, Any]]]]:
    """Two steps of an episode as rows, and the observations they were made of."""
    with make(task_id="easy/invoice") as env:
        first = env.reset()
        completions = [f"Done:\n```python\n{first.messy_code}```\n", f"```python\n{first.messy_code}x = 1\n```"]
        seen = [env.step(completion).model_dump(mode="json") for completion in completions]
        yield [make_row(turn(text), told, first.entry) for text, told in zip(completions, seen, strict=True)], seen


Played = tuple[list[Row], list[dict[str, Any]]]


def test_a_row_holds_what_was_sampled_and_what_it_earned(played: Played) -> None:
    """Ids as they were sampled, a value for each, the numbers of the observation, and the bundles that prove them."""
    rows, seen = played
    for row, told in zip(rows, seen, strict=True):
        assert set(row.token_rewards) == {0.0, told["line_vector"]["base"]}
        assert row.token_rewards[-1] == told["line_vector"]["eos"] == 0.0
        assert row.segments[-1] == "eos"
        assert (row.reward, row.bundle_id, row.prev_bundle_id) == (told["reward"], told["bundle_id"], told["prev_bundle_id"])
        assert row.components["functional"] == told["functional"]
        assert row.components["D"] == told["process_reward"]["D"]
        assert row.weights == {"erroneous": 0.0, "correct": 1.0, "passing": 1.0}
        assert row.schema == SCHEMA
    assert rows[1].prev_bundle_id == rows[0].bundle_id


def test_rows_survive_their_file(played: Played) -> None:
    """JSON lines and back, to the byte."""
    rows, _ = played
    assert load(dump(rows).splitlines()) == rows
    assert dump(load(dump(rows).splitlines())) == dump(rows)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"schema": "code-review-row/0"}, "code-review-row/0"),
        ({"token_rewards": [1.0]}, "token_rewards has 1 entries"),
        ({"teken": 1}, "a row has no teken"),
    ],
)
def test_a_row_of_another_form_is_refused(played: Played, change: dict[str, Any], complaint: str) -> None:
    """Nothing is cut to size or silently dropped."""
    line = json.dumps(json.loads(dump(played[0][:1])) | change)
    with pytest.raises(ValueError, match=complaint):
        load([line])


def test_a_completion_that_was_not_judged_makes_no_row(played: Played) -> None:
    """The hash of the code in it must be the observation's; without a vector there is no row either."""
    _, seen = played
    with pytest.raises(ValueError, match="the completion holds"):
        make_row(turn("x = 2\n"), seen[0], "invoice")
    text = "x = 1\n"
    untold = {**seen[0], "submission_sha256": hashlib.sha256(text.encode()).hexdigest(), "line_vector": None}
    with pytest.raises(ValueError, match="no line vector"):
        make_row(turn(text), untold, "invoice")


def schema(name: str) -> Any:
    """A written contract."""
    return json.loads((ROOT / "training" / "schemas" / f"{name}.json").read_text("utf-8"))


def test_verl_gets_rectangles(played: Played) -> None:
    """Not verl itself, which is not installed: its written form, and rectangles of one width."""
    rows, _ = played
    made = verl.batch(rows, pad_token_id=7)
    jsonschema.validate(made, schema("verl"))
    longest = max(len(row.completion_token_ids) for row in rows)
    for name in ("responses", "response_mask", "rollout_log_probs", "rm_scores"):
        assert [len(line) for line in made[name]] == [longest, longest]
    for row, scores, mask in zip(rows, made["rm_scores"], made["response_mask"], strict=True):
        assert scores == [*row.token_rewards, *[0.0] * (longest - len(row.token_rewards))]
        assert sum(mask) == len(row.token_rewards)


def test_skyrl_gets_lists_as_long_as_the_responses(played: Played) -> None:
    """Not SkyRL itself, which is not installed: its written form, and lists of equal length."""
    rows, _ = played
    cut = replace(rows[1], segments=(*rows[1].segments[:-1], "code"))
    made = skyrl.generator_output([rows[0], cut])
    jsonschema.validate(made, schema("skyrl"))
    assert made["stop_reasons"] == ["stop", "length"]
    for name in ("rewards", "loss_masks", "rollout_logprobs"):
        assert [len(line) for line in made[name]] == [len(line) for line in made["response_ids"]]


@pytest.mark.parametrize(("name", "key"), [("verl", "rm_scores"), ("skyrl", "rewards")])
def test_the_written_forms_refuse_what_is_wrong(played: Played, name: str, key: str) -> None:
    """A scalar where a list of numbers belongs, and a missing key."""
    made = verl.batch(played[0]) if name == "verl" else skyrl.generator_output(played[0])
    for wrong in ({**made, key: [1.0, 1.0]}, {other: value for other, value in made.items() if other != key}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema(name))


def test_openenv_takes_the_trace(played: Played) -> None:
    """OpenEnv's own model validates it; its mask covers prompt and completion, the rewards are in the metadata."""
    from openenv.core.harness import TrainingTrace  # noqa: PLC0415 - takes seconds

    rows, _ = played
    trace = TrainingTrace.model_validate_json(openenv.trace(rows).model_dump_json())
    for one, row in zip(trace.turns, rows, strict=True):
        prompt = len(row.prompt_token_ids)
        assert one.completion_token_ids == list(row.completion_token_ids)
        assert one.loss_mask == [0] * prompt + [1] * len(row.completion_token_ids)
        assert one.metadata["token_rewards"] == list(row.token_rewards)
        assert one.metadata["bundle_id"] == row.bundle_id


@pytest.mark.parametrize("code", CODES)
def test_offsets_from_ids_alone_are_the_tokenizers(code: str) -> None:
    """For a byte-level tokenizer decoding step by step finds the very offsets that it told when it cut the text."""
    engine = tokenizer("byte-level BPE")
    cut = engine.encode(CODES[code], add_special_tokens=False)
    assert offsets(cut.ids, engine.decode) == cut.offsets


def test_recorded_episodes_are_one_line_a_step() -> None:
    """What `episodes export` writes becomes rows with every column; another schema is refused."""
    with make(task_id="easy/invoice") as env:
        seen = env.reset()
        observations = [env.step(code) for code in (seen.messy_code, "def f(:", seen.messy_code)]
        lines = list(env.trace())
    found = list(trajectories.steps(lines))
    columns = (*trajectories.TEXTS, *trajectories.NUMBERS, *trajectories.COUNTS, *trajectories.FLAGS, *trajectories.LISTS)
    assert all(set(one) == set(columns) for one in found)
    assert [one["step"] for one in found] == [1, 2, 3]
    assert [one["reward"] for one in found] == [one.reward for one in observations]
    assert [one["repeat"] for one in found] == [False, False, True]
    assert [one["bundle_id"] for one in found] == [one.bundle_id for one in observations]
    assert found[0]["line_rewards"] == list(observations[0].line_vector.values)
    with pytest.raises(ValueError, match="code-review-trace/1"):
        list(trajectories.steps(line.replace("code-review-trace/1", "code-review-trace/0") for line in lines))
