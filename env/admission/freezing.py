"""What is written down of the families: their chosen cases, what is known of each, and the frozen splits."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from code_review_env.env.admission.corpus import Corpus
from code_review_env.tasks.family import Family
from code_review_env.tasks.likeness import shape
from code_review_env.tasks.rows import Row, groups_to_rows, to_row
from code_review_env.tasks.series import SEEDS
from code_review_env.tasks.task import SplitName, Task

FROZEN_SEEDS: Final = range(2)
"""Tasks of each level of each family in a frozen split."""

FINGERPRINTED: Final = range(3)
"""Seeds whose tasks stand for all: a changed transform or family shows in their ids."""


def family_row(family: Family, corpus: Corpus) -> Row:
    """What is known of a family once its cases are chosen."""
    tasks = list(_tasks(family, corpus, range(SEEDS)))
    return {
        "family": family.name,
        "stage": family.stage,
        "domain": family.domain,
        "split": family.split,
        "trap": family.trap,
        "levels": list(family.levels),
        "cases": sum(len(group.cases) for group in corpus.groups if not group.visible),
        "mutants": len(corpus.kills),
        "equivalent": sum(kill.equivalent for kill in corpus.kills),
        "kill_rate": round(corpus.kill_rate, 4),
        "distinct": len({shape(task.messy) for task in tasks}),
        "fingerprint": fingerprint(tasks[at] for at in range(len(tasks)) if at % SEEDS in FINGERPRINTED),
    }


def fingerprint(tasks: Iterable[Task]) -> str:
    """sha256 (64 hex digits) over the ids of some tasks."""
    return hashlib.sha256("\n".join(task.id for task in tasks).encode()).hexdigest()


def frozen_rows(family: Family, corpus: Corpus) -> list[Row]:
    """The rows of a family in its frozen split."""
    return [to_row(task) for task in _tasks(family, corpus, FROZEN_SEEDS)]


def _tasks(family: Family, corpus: Corpus, seeds: Sequence[int]) -> Iterator[Task]:
    return (family.task(level, seed, corpus.groups) for level in family.levels for seed in seeds)


def write(folder: Path, families: Iterable[tuple[Family, Corpus]], frozen: Sequence[SplitName]) -> None:
    """Replace what is written down of these families and keep the rest.

    Args:
        folder: the folder `tasks/data` of a checkout.
        families: with their chosen cases.
        frozen: splits that are written down task by task.
    """
    known = {row["family"]: row for row in _read(folder / "families.jsonl")}
    splits = {split: _read(folder / f"{split}.jsonl") for split in frozen}
    for family, corpus in families:
        _save(folder / "cases" / f"{family.name}.jsonl", groups_to_rows(corpus.groups))
        known[family.name] = family_row(family, corpus)
        if family.split in splits:
            others = [row for row in splits[family.split] if row["family"] != family.name]
            splits[family.split] = sorted([*others, *frozen_rows(family, corpus)], key=lambda row: str(row["name"]))
    _save(folder / "families.jsonl", sorted(known.values(), key=lambda row: (row["stage"], row["family"])))
    for split, rows in splits.items():
        _save(folder / f"{split}.jsonl", rows)


def _read(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


def _save(path: Path, rows: Iterable[Row]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
