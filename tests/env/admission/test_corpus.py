"""The chosen cases of a family: their strength is what is written down, and measuring it again changes nothing."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from code_review_env.env.admission.corpus import MAX_CASES, Corpus, freeze, measured
from code_review_env.env.admission.doubt import A_FEW
from code_review_env.env.admission.freezing import keep_cases
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.tasks.families.easy import leap_year
from code_review_env.tasks.rows import family_rows, frozen_groups, groups_to_rows

FAMILY: Final = leap_year.FAMILY


@pytest.fixture(scope="module")
def scorer() -> Iterator[Scorer]:
    """One with the real sandbox."""
    with open_scorer(PoolSettings(workers=1)) as scorer:
        yield scorer


@pytest.fixture(scope="module")
def corpus(scorer: Scorer) -> Corpus:
    """The cases of a small family, chosen anew."""
    return freeze(scorer, FAMILY, A_FEW)


def test_chosen_again_the_cases_are_those_in_the_package(corpus: Corpus) -> None:
    """Few, the same each time, as strong as they are said to be."""
    (row,) = (row for row in family_rows() if row["family"] == FAMILY.name)
    assert corpus.groups == frozen_groups(FAMILY.name)
    assert sum(len(group.cases) for group in corpus.groups if not group.visible) == row["cases"] <= MAX_CASES
    assert (len(corpus.kills), round(corpus.kill_rate, 4)) == (row["mutants"], row["kill_rate"])


def test_fewer_cases_are_weaker(scorer: Scorer, corpus: Corpus) -> None:
    """Mutants that only hidden cases notice survive the visible ones alone."""
    weaker = measured(scorer, FAMILY, corpus.groups[:1], 1)
    assert len(weaker.kills) == len(corpus.kills)
    assert weaker.kill_rate < corpus.kill_rate
    assert weaker.survivors


def test_kept_cases_ask_for_renewal_once(tmp_path: Path, corpus: Corpus) -> None:
    """Figures that were measured again join what else is known of the family."""
    rows = tmp_path / "families.jsonl"
    assert keep_cases(tmp_path, FAMILY, corpus)
    row = json.loads(rows.read_text("utf-8"))
    rows.write_text(json.dumps(row | {"fingerprint": "f", "kill_rate": 0.0}) + "\n", "utf-8")
    assert not keep_cases(tmp_path, FAMILY, corpus)
    assert json.loads(rows.read_text("utf-8")) == row | {"fingerprint": "f"}
    cases = (tmp_path / f"cases/{FAMILY.name}.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in cases] == groups_to_rows(corpus.groups)
