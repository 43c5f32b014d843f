"""datasets and pyarrow read our Parquet files."""

import json
import sys
from pathlib import Path

import pytest

from code_review_env.training.exporters import parquet

sys.path.insert(0, str(Path(__file__).parent))
from examples import rows

pytestmark = pytest.mark.models


def test_rows_survive_the_file(tmp_path: Path) -> None:
    """Written and read again, every field is the same."""
    path = tmp_path / "rows.parquet"
    parquet.write(rows(), path)
    assert parquet.read(path) == rows()


def test_datasets_loads_the_file(tmp_path: Path) -> None:
    """`load_dataset` reads it from disk with the columns of a row."""
    import datasets

    path = tmp_path / "rows.parquet"
    parquet.write(rows(), path)
    loaded = datasets.load_dataset("parquet", data_files=str(path), split="train", cache_dir=str(tmp_path / "cache"))
    assert loaded["token_rewards"][1] == list(rows()[1].token_rewards)
    assert loaded["components"][0]["functional"] == 1.0
    assert set(loaded.column_names) == set(rows()[0].__dataclass_fields__)


def test_a_component_that_is_not_told_stays_empty(tmp_path: Path) -> None:
    """At the level `lint` the share of groups is no number; it comes back as None and not as 0."""
    from dataclasses import replace

    row = rows()[0]
    hidden = replace(row, components={**row.components, "functional": None})
    parquet.write([hidden], tmp_path / "rows.parquet")
    assert parquet.read(tmp_path / "rows.parquet") == [hidden]


def test_recorded_episodes_become_a_table() -> None:
    """Traces of one step each: every column has its type, and what a trace does not tell is null."""
    episode = {"kind": "episode", "schema": "code-review-trace/1"}
    terms = {"episode_id": "e", "split": "train", "seed": 7, "stages": ["easy"], "task_ids": ["t"]}
    facts = {"verdict": "ok", "functional": [{"passed": True}, {"passed": False}], "diagnostics": [{}]}
    step = {
        "kind": "step",
        "step": 1,
        "stage": 0,
        "code": "x = 1\n",
        "how": "whole",
        "repeat": False,
        "cleared": False,
        "paid": 0.5,
        "seed_reward": 0.5,
        "improvement": 0.25,
        "process": {"value": -0.5},
        "lines": {"values": [0.0, 1.5], "base": 1.5, "eos": 0.0},
        "bundle_id": "b",
        "prev_bundle_id": "a",
        "bundle": {"facts": facts},
    }
    bare = {**step, "process": None, "lines": None}
    lines = [json.dumps(one) for one in ({**episode, "terms": terms}, step, bare)]
    table = parquet.trajectories(lines)
    assert table["line_rewards"][0] == [0.0, 1.5]
    assert table["line_rewards"][1] in {None, ()} or table["line_rewards"][1] == []
    assert (table["groups"][0], table["groups_passed"][0], table["findings"][0]) == (2, 1, 1)
    assert (table["process_reward"][0], table["process_reward"][1]) == (-0.5, None)
    assert table["stage"][0] == "easy"
