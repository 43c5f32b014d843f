"""Batches on the real sandbox: order, equality with single scores, and faults that stay with their item."""

import itertools
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from code_review_env.env.batch import AHEAD, Item, Judged, score_item, score_many
from code_review_env.env.errors import InvalidParameter, PoolSaturated, SandboxUnavailable
from code_review_env.env.sandbox.program import Call, Limits, Program
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.reward import judge
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.tasks.bank import TaskBank

BANK = TaskBank.load()
SETTINGS = PoolSettings(workers=2, queue=64, wait_s=50.0, force_level=None, allow_unsandboxed=False)
LOOP = Program(source="while True:\n    pass\n", entry="f", groups=((Call(),),), limits=Limits(cpu_s=4.0))


@pytest.fixture(scope="module")
def scorer() -> Iterator[Scorer]:
    """One scorer with two workers."""
    with open_scorer(SETTINGS) as opened:
        yield opened


def mixed() -> list[Item]:
    """An item for each task: oracle, original and a reply with prose in turn."""
    items = []
    for at, task in enumerate(BANK.handwritten):
        codes = (task.reference, task.messy, f"Here it is:\n\n```python\n{task.reference}```\n")
        items.append(Item(f"item {at}", task, codes[at % 3]))
    return items


def test_a_batch_gives_what_single_scores_give(scorer: Scorer) -> None:
    """Twelve tasks, in order; the numbers of a batch are those of the scorer, and a reply is searched for its code."""
    items = mixed()
    found = list(score_many(scorer, items))
    assert [one.item for one in found] == items
    for at, one in enumerate(found):
        assert isinstance(one.outcome, Judged)
        code = items[at].task.messy if at % 3 == 1 else items[at].task.reference
        single = scorer.score(items[at].task, code)
        assert one.outcome.reward == judge(single, scorer.curriculum)
        assert one.outcome.report.groups == single.groups
        assert one.outcome.reward.cleared is (at % 3 != 1)


def test_any_map_may_do_the_work(scorer: Scorer) -> None:
    """The builtin `map` gives the same as threads."""
    items = mixed()[:3]
    threaded = [one.outcome.reward for one in score_many(scorer, items) if isinstance(one.outcome, Judged)]
    plain = [one.outcome.reward for one in score_many(scorer, items, map=map) if isinstance(one.outcome, Judged)]
    assert threaded == plain
    assert len(plain) == 3


def test_nothing_starts_before_it_is_asked_for_and_the_rest_can_be_left(scorer: Scorer) -> None:
    """Items are pulled at the first result; an abandoned batch leaves the scorer usable."""
    pulled: list[str] = []

    def items() -> Iterator[Item]:
        for item in mixed():
            pulled.append(item.key)
            yield item

    batch = score_many(scorer, items())
    assert pulled == []
    assert next(batch).item.key == "item 0"
    batch.close()  # type: ignore[attr-defined]  # it is a generator, which the annotation does not promise
    assert isinstance(score_item(scorer, mixed()[0]).outcome, Judged)


def test_a_task_that_cannot_be_judged_spoils_no_other(scorer: Scorer) -> None:
    """A reference that does not run and an original without mess are refused with a sentence, the others are scored."""
    good = BANK.find("easy/desk")
    broken = replace(good, messy="import os\n1 / 0\n" + good.messy, oracle=None)
    clean = replace(good, messy=good.reference)
    found = [
        one.outcome
        for one in score_many(scorer, [Item(str(at), task, good.reference) for at, task in enumerate((broken, good, clean))])
    ]
    assert isinstance(found[0], InvalidParameter)
    assert "the reference does not run" in str(found[0])
    assert isinstance(found[1], Judged)
    assert found[1].reward.seed == 0.99
    assert isinstance(found[2], InvalidParameter)
    assert "nothing to repair" in str(found[2])


def test_faults_of_the_machinery_are_no_scores() -> None:
    """A closed sandbox and a full queue are told by their types, for each item."""
    item = mixed()[0]
    with open_scorer(replace(SETTINGS, workers=1, queue=0)) as scorer:
        assert isinstance(score_item(scorer, item).outcome, Judged)
        busy = threading.Thread(target=scorer.pool.run, args=(LOOP,))
        busy.start()
        refused = _refusal(scorer, busy)
        assert isinstance(score_item(scorer, item).outcome, PoolSaturated)
        busy.join()
        assert "0 waiting" in str(refused)
    found = [one.outcome for one in score_many(scorer, mixed()[:3])]
    assert [type(outcome) for outcome in found] == [SandboxUnavailable] * 3


def _refusal(scorer: Scorer, busy: threading.Thread) -> PoolSaturated | None:
    while busy.is_alive():
        try:
            scorer.pool.expect_room()
        except PoolSaturated as error:
            return error
        time.sleep(0.01)
    return None


def test_a_long_batch_is_taken_in_as_it_goes(scorer: Scorer) -> None:
    """An endless stream of items is judged in order, and no more of it is held than keeps the workers busy."""
    pulled = 0

    def endless() -> Iterator[Item]:
        nonlocal pulled
        while True:
            pulled += 1
            yield mixed()[0]

    batch = score_many(scorer, endless())
    told = list(itertools.islice(batch, 20))
    batch.close()  # type: ignore[attr-defined]  # it is a generator, which the annotation does not promise
    assert all(isinstance(one.outcome, Judged) for one in told)
    assert pulled <= 20 + AHEAD * SETTINGS.workers


WITHOUT = """
import sys
from code_review_env.env.batch import Item, score_many
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.score import open_scorer
from code_review_env.tasks.bank import TaskBank

task = TaskBank.load().find("easy/invoice")
with open_scorer(PoolSettings(workers=1)) as scorer:
    (scored,) = score_many(scorer, [Item("a", task, task.reference)])
print(scored.outcome.reward.seed, *sorted({"openenv", "fastapi", "gradio", "httpx"} & set(sys.modules)))
"""


def test_a_score_needs_no_openenv() -> None:
    """One submission is judged by a process in which neither OpenEnv nor a web framework is imported."""
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0.99"]
