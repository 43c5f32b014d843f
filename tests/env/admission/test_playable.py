"""Tasks that users wrote are refused with the reason where nothing could be judged by them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from code_review_env.env.admission.playable import admit_own
from code_review_env.env.assemble import parts
from code_review_env.env.errors import InvalidParameter
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.env.store import EpisodeStore
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.task import Task
from code_review_env.tasks.taskfile import from_mapping


@pytest.fixture(scope="module")
def scorer() -> Iterator[Scorer]:
    """The real pipeline."""
    with open_scorer(PoolSettings(workers=1)) as scorer:
        yield scorer


def own(result: str, oracle: str | None = None) -> Task:
    """A task of one function, with an unused import to repair."""
    source = "import os, random, uuid\n\n\ndef twice(n):\n    return {}\n"
    data = {"entry": "twice", "stage": "easy", "messy": source.format(result), "examples": [{"args": [3]}, {"args": [5]}]}
    if oracle is not None:
        data["oracle"] = source.format(oracle)
    return from_mapping(data, file="own.toml", name="twice", folder=None)


@pytest.mark.parametrize("result", ["2 * n", "random.random() * n", "hash(str(n))", "2 * n if n else 1 / n"])
def test_a_function_that_repeats_itself_is_admitted(scorer: Scorer, result: str) -> None:
    """Chance and hashes are the same in every run of the sandbox."""
    admit_own(scorer, own(result))


@pytest.mark.parametrize(
    ("result", "oracle", "reason"),
    [
        ("uuid.uuid4().hex", None, r"not do the same a second time: twice\(3\): expected '\w+', got '\w+'"),
        ("os.urandom(8)", None, "not do the same a second time"),
        ("n.size", None, r"fails on every example: twice\(3\) gives AttributeError"),
        ("2 * m", None, r"fails on every example: twice\(3\) gives NameError"),
        ("os._exit(3)", None, "the reference does not run: no_result"),
        ("2 * n", "2 * n + 1", r"messy and oracle do not agree: twice\(3\): expected 7, got 6"),
    ],
)
def test_a_task_that_cannot_be_judged_is_refused(scorer: Scorer, result: str, oracle: str | None, reason: str) -> None:
    """Each with the call that shows it."""
    with pytest.raises(InvalidParameter, match=reason):
        admit_own(scorer, own(result, oracle))


def test_it_is_not_served_either(tmp_path: Path) -> None:
    """The server does not start on it."""
    bank = TaskBank.load().with_tasks([own("uuid.uuid4()")])
    with (
        pytest.raises(InvalidParameter, match="own/twice"),
        parts(PoolSettings(workers=1), EpisodeStore(tmp_path / "db"), bank),
    ):
        pass
