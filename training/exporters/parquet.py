"""Rows and recorded episodes as `datasets` tables and as Parquet files, with one fixed schema whatever they hold."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from code_review_env.training import trajectories as recorded
from code_review_env.training.rows import COMPONENTS, PROCESS, Row, row_of

if TYPE_CHECKING:
    from datasets import Dataset

_WEIGHTS = ("erroneous", "correct", "passing")


def table(rows: Sequence[Row]) -> "Dataset":
    """One line for each row; the columns are the fields of `Row`."""
    from datasets import Dataset, Features, List, Value  # noqa: PLC0415 - heavy, and needed here alone

    texts = ("bundle_id", "prev_bundle_id", "tokenizer", "group", "schema")
    features = Features(
        {
            **{name: List(Value("int64")) for name in ("prompt_token_ids", "completion_token_ids", "loss_mask")},
            **{name: List(Value("float64")) for name in ("logprobs", "token_rewards")},
            "segments": List(Value("string")),
            "reward": Value("float64"),
            "components": {name: Value("float64") for name in ("identity", *COMPONENTS, *PROCESS)},
            "weights": {name: Value("float64") for name in _WEIGHTS},
            **{name: Value("string") for name in texts},
        }
    )
    return Dataset.from_list([asdict(row) for row in rows], features=features)


def trajectories(lines: Iterable[str]) -> "Dataset":
    """Recorded episodes: one line for each step of the traces in a file that `episodes export` wrote.

    Raises:
        ValueError: not traces of this schema.
    """
    from datasets import Dataset, Features, List, Value  # noqa: PLC0415 - heavy, and needed here alone

    kinds = {"string": recorded.TEXTS, "float64": recorded.NUMBERS, "int64": recorded.COUNTS, "bool": recorded.FLAGS}
    columns = {name: Value(kind) for kind, names in kinds.items() for name in names}
    features = Features({**columns, **{name: List(Value("float64")) for name in recorded.LISTS}})
    return Dataset.from_list(list(recorded.steps(lines)), features=features)


def write(rows: Sequence[Row], path: Path) -> None:
    """Write a Parquet file, which `datasets.load_dataset("parquet", data_files=...)` and pyarrow read."""
    table(rows).to_parquet(path)


def read(path: Path) -> list[Row]:
    """The rows of a Parquet file.

    Raises:
        ValueError: not rows of this schema.
    """
    import pyarrow.parquet  # noqa: PLC0415 - heavy, and needed here alone

    told = pyarrow.parquet.read_table(path).to_pylist()
    return [row_of(one) for one in told]
