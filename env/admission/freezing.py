"""What is written down of the families: their chosen cases, what is known of each, and the frozen splits."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from code_review_env.env.admission.corpus import Corpus
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.family import Family
from code_review_env.tasks.likeness import clusters, shape
from code_review_env.tasks.rows import Row, groups_from_rows, groups_to_rows, to_row
from code_review_env.tasks.series import SEEDS
from code_review_env.tasks.task import Group, SplitName, Task

USUAL: Final = "families.jsonl"
FURTHER: Final = "further.jsonl"
"""Where the rows of families lie, those of the curriculum and those of further stages."""

FROZEN_SEEDS: Final = range(2)
"""Tasks of each level of each family in a frozen split."""

FINGERPRINTED: Final = range(3)
"""Seeds whose tasks stand for all: a changed transform or family shows in their ids."""


def keep_cases(folder: Path, family: Family, corpus: Corpus) -> bool:
    """Write the chosen cases of a family and how strong they are; whether `renew` has to follow.

    Args:
        folder: the folder `tasks/data` of a checkout.
        family: the family.
        corpus: its cases.
    """
    file, cases = folder / _rows_name(family), groups_to_rows(corpus.groups)
    known = {row["family"]: row for row in _read(file)}
    before = known.get(family.name, {})
    same = "fingerprint" in before and _read(_cases(folder, family)) == cases
    _save(_cases(folder, family), cases)
    known[family.name] = (before if same else {}) | {
        "family": family.name,
        "cases": sum(len(group.cases) for group in corpus.groups if not group.visible),
        "mutants": len(corpus.kills),
        "equivalent": sum(kill.equivalent for kill in corpus.kills),
        "agreed": corpus.agreed,
        "kill_rate": round(corpus.kill_rate, 4),
    }
    _save(file, known.values())
    return not same


def renew(folder: Path, families: Iterable[Family], frozen: Sequence[SplitName]) -> None:
    """Write again what follows from the chosen cases: counts and fingerprint of each family, and the frozen splits.

    Args:
        folder: the folder `tasks/data` of a checkout.
        families: all there are; one without chosen cases is left out.
        frozen: splits that are written down task by task; those of further stages are always made.
    """
    splits: dict[str, list[Row]] = {split: [] for split in frozen}
    rows: dict[str, list[Row]] = {name: [] for name in (USUAL, FURTHER)}
    known = {row["family"]: row for name in rows for row in _read(folder / name)}
    for family in (one for one in families if one.name in known):
        groups = groups_from_rows(_read(_cases(folder, family)))
        rows[_rows_name(family)].append(known[family.name] | described(family, groups))
        if family.split in splits and _rows_name(family) == USUAL:
            splits[family.split] += [to_row(task) for task in _tasks(family, groups, FROZEN_SEEDS)]
    for name, found in rows.items():
        if found:
            _save(folder / name, sorted(found, key=lambda row: (row["stage"], row["family"])))
    for split, tasks in splits.items():
        _save(folder / f"{split}.jsonl", tasks)


def described(family: Family, groups: tuple[Group, ...]) -> Row:
    """What follows from a family and its cases."""
    tasks = list(_tasks(family, groups, range(SEEDS)))
    return {
        "stage": family.stage,
        "domain": family.domain,
        "split": family.split,
        "trap": family.trap,
        "levels": list(family.levels),
        "distinct": len({shape(task.messy) for task in tasks}),
        "clusters": clusters(task.messy for task in tasks),
        "fingerprint": fingerprint(family, groups),
    }


def fingerprint(family: Family, groups: tuple[Group, ...]) -> str:
    """sha256 (64 hex digits) over the ids of the first tasks of each level."""
    return hashlib.sha256("\n".join(task.id for task in _tasks(family, groups, FINGERPRINTED)).encode()).hexdigest()


def _tasks(family: Family, groups: tuple[Group, ...], seeds: Sequence[int]) -> Iterator[Task]:
    return (family.task(level, seed, groups) for level in family.levels for seed in seeds)


def _rows_name(family: Family) -> str:
    usual = {stage.name for stage in load_curriculum().stages}
    return USUAL if family.stage in usual else FURTHER


def _cases(folder: Path, family: Family) -> Path:
    return folder / "cases" / f"{family.name}.jsonl"


def _read(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


def _save(path: Path, rows: Iterable[Row]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
