"""What lies in `tasks/data`: it fits the families it was made of, and no split tells another."""

import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from code_review_env.baseline_agent.ruff_fix import RuffFix
from code_review_env.env.admission.corpus import MAX_CASES
from code_review_env.env.admission.examine import KILL_RATE
from code_review_env.env.admission.freezing import FROZEN_SEEDS, fingerprint
from code_review_env.env.analysis.ruff import Ruff
from code_review_env.models import CodeReviewObservation
from code_review_env.tasks.bank import FROZEN, TaskBank
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.families import load_families
from code_review_env.tasks.likeness import ALIKE, jaccard, shape, windows
from code_review_env.tasks.mess.complexity.measure import LIMIT, complexities, total
from code_review_env.tasks.mess.source import Source
from code_review_env.tasks.rows import Row, family_rows, from_row, frozen_groups, further_rows, read_rows, to_row
from code_review_env.tasks.series import SEEDS
from code_review_env.tasks.task import Group

DATA: Final = Path(__file__).parents[2] / "tasks/data"
MEAN_KILL_RATE: Final = 0.95
SAMPLED: Final = 12
"""Every so many-th family or row in the quick tests."""

FAMILIES: Final = {family.name: family for family in load_families()}
ROWS: Final = {row["family"]: row for row in family_rows()}
TRIO: Final = frozenset({"easy", "medium", "hard"})
"""The stages of the specification."""


def frozen_rows() -> list[Row]:
    """Every task that is written down as made by a family."""
    return [row for split in FROZEN for row in read_rows(f"{split}.jsonl")]


def cases(name: str) -> tuple[Group, ...]:
    """The chosen cases of a family."""
    groups = frozen_groups(name)
    assert groups is not None
    return groups


def test_every_family_is_admitted() -> None:
    """120 at least, 84 : 12 : 24 in the three stages, each with strong cases, no more than 60 of them hidden."""
    assert ROWS.keys() == FAMILIES.keys()
    told = [FAMILIES[name] for name in ROWS if FAMILIES[name].stage in TRIO]
    assert Counter(family.split for family in told) == {"train": 84, "validation": 12, "test": 24}
    assert Counter(family.stage for family in told) == {"easy": 45, "medium": 35, "hard": 40}
    rates = [row["kill_rate"] for row in ROWS.values()]
    assert min(rates) >= KILL_RATE
    assert sum(rates) / len(rates) >= MEAN_KILL_RATE
    for name in ROWS:
        assert sum(len(group.cases) for group in cases(name) if not group.visible) == ROWS[name]["cases"] <= MAX_CASES


def test_the_frozen_splits_hold_two_tasks_of_every_level() -> None:
    """Of exactly the families of their split, under names that are not used twice."""
    for split in FROZEN:
        of_split = [family for family in FAMILIES.values() if family.split == split]
        wanted = {
            f"{one.stage}/{one.name}@{level}.{seed}" for one in of_split for level in one.levels for seed in FROZEN_SEEDS
        }
        names = [row["name"] for row in read_rows(f"{split}.jsonl")]
        assert set(names) == wanted
        assert len(names) == len(wanted)


def test_a_frozen_row_is_the_task_that_its_name_makes() -> None:
    """Read, made anew and written again, nothing changes."""
    for row in frozen_rows()[::SAMPLED]:
        family = FAMILIES[row["family"]]
        level, _, seed = row["name"].partition("@")[2].partition(".")
        made = family.task(int(level), int(seed), cases(family.name))
        assert from_row(row) == made
        assert json.loads(json.dumps(to_row(made))) == row


FINGERPRINTS = """
import json, sys
from code_review_env.env.admission.freezing import fingerprint
from code_review_env.tasks.families import load_families, load_further
from code_review_env.tasks.rows import frozen_groups

wanted = set(sys.argv[1:])
families = [family for family in (*load_families(), *load_further()) if family.name in wanted]
print(json.dumps({family.name: fingerprint(family, frozen_groups(family.name)) for family in families}))
"""


def test_fingerprints_hold_in_a_fresh_process() -> None:
    """A family or a transform that has changed shows: `tasks freeze` was not run."""
    rows = ROWS | {row["family"]: row for row in further_rows()}
    names = sorted(rows)[:: 2 * SAMPLED]
    environment = os.environ | {"PYTHONHASHSEED": "4711"}
    command = [sys.executable, "-c", FINGERPRINTS, *names]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {name: rows[name]["fingerprint"] for name in names}


@pytest.mark.proof
@pytest.mark.timeout(1800)
def test_every_fingerprint_and_every_count_holds() -> None:
    """As the sampled test, for all families; more than 10,000 tasks of the bank differ in more than names."""
    shapes = set()
    for name, family in FAMILIES.items():
        assert fingerprint(family, cases(name)) == ROWS[name]["fingerprint"], name
        made = {shape(family.task(level, seed, cases(name)).messy) for level in family.levels for seed in range(SEEDS)}
        assert len(made) == ROWS[name]["distinct"], name
        shapes |= made
    assert len(shapes) == sum(row["distinct"] for row in ROWS.values()) >= 10_000


def test_no_two_splits_share_a_near_duplicate() -> None:
    """By the tokens of all clean sources; of the tasks, all that differ in more than names are of one split."""
    found = {name: windows(family.oracle) for name, family in FAMILIES.items()}
    across = [pair for pair in combinations(found, 2) if FAMILIES[pair[0]].split != FAMILIES[pair[1]].split]
    near = max(jaccard(found[one], found[other]) for one, other in across)
    assert near < ALIKE
    splits = defaultdict(set)
    for task in sampled_tasks():
        splits[shape(task[1])].add(task[0])
    assert max(map(len, splits.values())) == 1


def sampled_tasks() -> list[tuple[str, str]]:
    """Split and messy source of some tasks of every family."""
    train = [family for family in FAMILIES.values() if family.split == "train"]
    made = [("train", one.task(one.levels[-1], 0, cases(one.name)).messy) for one in train[::4]]
    return made + [(row["split"], row["messy"]) for row in frozen_rows()[::8]]


@pytest.mark.proof
@pytest.mark.timeout(1800)
def test_no_frozen_task_is_a_near_duplicate_of_one_of_another_split() -> None:
    """By the tokens of every messy source, against two tasks of every level of every family of another split."""
    found = defaultdict(list)
    for family in FAMILIES.values():
        for level in family.levels:
            texts = [family.task(level, seed, cases(family.name)).messy for seed in FROZEN_SEEDS]
            found[family.split] += [windows(text) for text in texts]
    for one, other in combinations(found, 2):
        assert max(jaccard(left, right) for left in found[one] for right in found[other]) < ALIKE


def test_a_hard_oracle_is_simple_and_not_larger_as_a_whole() -> None:
    """No function above 3, and no more branches than the frozen original has; nor than the originals of training."""
    hard = [(row["messy"], row["oracle"]) for row in frozen_rows() if row["stage"] == "hard"]
    train = [family for family in FAMILIES.values() if (family.stage, family.split) == ("hard", "train")]
    hard += [(family.task(family.levels[0], 0, cases(family.name)).messy, family.oracle) for family in train]
    for messy, oracle in hard:
        clean = complexities(Source(oracle))
        assert max(clean.values()) <= LIMIT
        assert total(complexities(Source(messy))) >= total(clean)


def test_every_family_and_level_can_be_asked_for() -> None:
    """The names of all tasks of training differ, and the first of each level of each family have an index."""
    bank = TaskBank.load()
    train = bank.tasks("train")
    firsts = [family for family in FAMILIES.values() if family.split == "train"]
    slots = {(family.name, level) for family in firsts for level in family.levels}
    assert {(recipe.family, recipe.level) for recipe in train.recipes[: len(slots)]} == slots
    assert len(set(train.recipes)) == len(train.recipes) == SEEDS * len(slots)
    names = [task.name for task in bank.entries]
    assert len(set(names)) == len(names)
    assert sum(row["distinct"] for row in ROWS.values()) >= 10_000


@pytest.mark.parametrize("stage", ["medium", "hard"])
def test_a_tool_alone_clears_no_frozen_task(stage: str) -> None:
    """Fixes, unsafe ones included, and format leave the shell and the complexity where they are."""
    rules, agent, linter = load_curriculum().stage(stage), RuffFix(), Ruff.installed()
    of_stage = [row for row in read_rows("test.jsonl") if row["stage"] == stage]
    for row in of_stage[::SAMPLED]:
        seen = CodeReviewObservation.model_construct(current_code=row["messy"])
        left = linter.lint(agent.act(seen).code, select=rules.select, max_complexity=rules.max_complexity)
        assert left, row["name"]


def test_the_card_s_snippet_reads_every_row() -> None:
    """The frozen splits load offline as a data set, with the columns of the card."""
    datasets = pytest.importorskip("datasets", reason="pip install datasets")
    files = {split: str(DATA / f"{split}.jsonl") for split in FROZEN}
    loaded = datasets.load_dataset("json", data_files=files)
    for split in FROZEN:
        rows = read_rows(f"{split}.jsonl")
        assert loaded[split].num_rows == len(rows)
        assert set(loaded[split].column_names) == set(rows[0])
        assert loaded[split][0] == rows[0]


@pytest.mark.proof
def test_the_digest_is_the_same_in_twenty_processes() -> None:
    """Whatever the seed of Python's hashes."""
    code = "from code_review_env.tasks.bank import TaskBank; print(TaskBank.load().digest)"
    for seed in range(20):
        environment = os.environ | {"PYTHONHASHSEED": str(seed)}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == TaskBank.load().digest


@pytest.mark.proof
@pytest.mark.timeout(600)
def test_a_thousand_tasks_of_training_are_made_in_half_a_minute(print_table: Callable[[str], None]) -> None:
    """On one core, and the bank is there in half a second."""
    code = (
        "from code_review_env.tasks.bank import TaskBank as B; import time; t = time.process_time(); B.load(); "
        "u = time.process_time(); [*B.load().tasks('train')[:1000]]; print(u - t, time.process_time() - u)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    load_s, make_s = map(float, done.stdout.split())
    print_table(f"CPU seconds: bank loaded {load_s:.2f}, 1,000 tasks of training made {make_s:.1f}")
    assert (load_s <= 0.5, make_s <= 30) == (True, True)
