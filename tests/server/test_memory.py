"""However many submissions come in a row, the processes that judge them stay as large as they were."""

import gc
import itertools
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from code_review_env.env.analysis.ruff_server import RuffServer
from code_review_env.env.batch import Item, Judged, score_many
from code_review_env.env.sandbox import worker
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.server.settings import Settings

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "exploits")]

from corpus import BANK, Submission, quick, submissions  # noqa: E402 - of a folder beside this one
from usage import Family, Record  # noqa: E402 - a sibling of this file

WARM: Final = 2_000
"""By then the largest texts have met on all threads, and the heap of this process has found its size."""

MANY: Final = WARM + 10_000
FEW: Final = 1_000
WARM_FOR_FEW: Final = 400
GROWTH: Final = 0.05
RUFF_GROWTH: Final = 0.25
"""It goes up and down with the size of the texts; the allocator is not ours."""

RETIRED: Final = 1_000
"""Jobs of a zygote in the run that shows retirement; by default they are 5,000."""

BATCH: Final = 50
STRIDE: Final = 1_000
ANSWER_S: Final = 300
ZYGOTE: Final = "sandbox/zygote"


def unique(chosen: list[Submission]) -> Iterator[Submission]:
    """The same ones again and again, never the same text twice: nothing that is kept by text may answer."""
    for number in itertools.count():
        one = chosen[number % len(chosen)]
        yield Submission(one.sort, one.name, one.task, f"{one.code}\n# {number}\n")


def varied() -> list[Submission]:
    """Of every task but the slow ones, without those that use up a limit."""
    fast = {one.name for one in quick(len(submissions()))}
    return [one for one in submissions() if one.name in fast or (not one.task.startswith("medium") and one.sort != "exploit")]


def judge_in_a_row(record: Record, chosen: list[Submission], total: int, warm: int) -> None:
    """Through `score_many` in this process; looked at whenever a tenth is done."""
    stream = unique(chosen)
    with open_scorer(Settings().pool(), lint="server") as scorer:
        for count in range(warm, total + 1, (total - warm) // 9):
            done = max(record.samples, default=0)
            judge_all(scorer, itertools.islice(stream, count - done))
            gc.collect()  # the objects of the test run itself put full collections off
            record.take(count, family(scorer))


def judge_all(scorer: Scorer, chosen: Iterator[Submission]) -> None:
    """Each is judged: none is refused, none is lost."""
    items = (Item(one.name, BANK.find(one.task), one.code) for one in chosen)
    assert all(isinstance(scored.outcome, Judged) for scored in score_many(scorer, items))


def family(scorer: Scorer) -> Family:
    """This process and what it started."""
    assert isinstance(scorer.linter, RuffServer)
    zygotes = [worker.zygote_pid for worker in scorer.pool._workers if worker.zygote_pid]
    return {
        "this process": [os.getpid()],
        "fork server": [scorer.pool._forks.pid],
        "zygotes": zygotes,
        "ruff servers": scorer.linter.pids,
    }


def serve_in_a_row(record: Record, server: Any, chosen: list[Submission]) -> None:
    """Over HTTP: batches, and for every batch as many new episodes with a step each as a fifth of it."""
    stream = unique([one for one in chosen if BANK.find(one.task).split != "test"])
    with httpx.Client(base_url=server.url, timeout=ANSWER_S) as client:
        for count in range(WARM, MANY + 1, STRIDE):
            for _ in range((count - max(record.samples, default=0)) // BATCH):
                post_batch(client, list(itertools.islice(stream, BATCH * 4 // 5)))
                for one in itertools.islice(stream, BATCH // 5):
                    play(client, one)
            record.take(count, server_family(server))


def post_batch(client: httpx.Client, chosen: list[Submission]) -> None:
    """A batch by `POST /score`, each line a score."""
    content = json.dumps({"items": [{"task_id": one.task, "code": one.code} for one in chosen]})
    told = [json.loads(line) for line in client.post("/score", content=content).raise_for_status().iter_lines()]
    assert len(told) == len(chosen)
    assert all("reward" in line for line in told)


def play(client: httpx.Client, one: Submission) -> None:
    """A new episode and one step of it."""
    begun = client.post("/reset", json={"task_id": one.task}).raise_for_status().json()
    body = {"episode_id": begun["observation"]["episode_id"], "action": {"code": one.code}}
    client.post("/step", content=json.dumps(body), headers={"content-type": "application/json"}).raise_for_status()


def server_family(server: Any) -> Family:
    """A server and what it started."""
    (forks,) = server.children(ZYGOTE)
    zygotes, linters = server.children(ZYGOTE, forks), server.children("ruff server")
    return {"server": [server.pid], "fork server": [forks], "zygotes": zygotes, "ruff servers": linters}


def check(record: Record) -> None:
    """Flat, and no descriptor more."""
    for kind in next(iter(record.samples.values())):
        assert record.growth(kind) <= (RUFF_GROWTH if kind == "ruff servers" else GROWTH), record.table()
        assert record.leaked(kind) <= 0, record.table()


@pytest.mark.timeout(600)
def test_a_thousand_submissions_leave_nothing_behind() -> None:
    """After a warm-up no process grows by a twentieth, and none keeps a descriptor."""
    record = Record("a scorer", {})
    judge_in_a_row(record, quick(60), FEW, WARM_FOR_FEW)
    check(record)


@pytest.mark.proof
def test_ten_thousand_submissions_leave_nothing_behind(
    print_table: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same over ten thousand, with zygotes that retire early."""
    monkeypatch.setattr(worker, "_JOBS_PER_ZYGOTE", RETIRED)
    record = Record("a scorer", {})
    judge_in_a_row(record, varied(), MANY, WARM)
    print_table(record.table())
    check(record)


@pytest.mark.proof
def test_ten_thousand_over_http_leave_nothing_behind(own_server: Any, print_table: Callable[[str], None]) -> None:
    """Over HTTP, with two thousand episodes among them, and zygotes that last."""
    own_server.start()
    record = Record("a server", {})
    serve_in_a_row(record, own_server, varied())
    print_table(record.table())
    check(record)
