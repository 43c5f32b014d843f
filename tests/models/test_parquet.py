"""datasets and pyarrow read our Parquet files."""

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
