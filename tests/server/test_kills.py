"""Whatever of ours dies while scores are asked for: no score is wrong, no request is lost, hardly one has to be sent again."""

import functools
import itertools
import json
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from code_review_env.env.analysis.ruff_server import RuffServer
from code_review_env.env.errors import Unavailable
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.reward import judge
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.env.scoring.tell import score_object
from code_review_env.reply import extract
from code_review_env.server.settings import Settings

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "exploits")]

from corpus import BANK, Submission, drawn, quick  # noqa: E402 - of a folder beside this one
from killing import HEAD, Tally, killing  # noqa: E402 - a sibling of this file

LONG_S: Final = 60.0
SHORT_S: Final = 5.0
CLIENTS: Final = 4
ANSWER_S: Final = 120
ERRORS: Final = 0.01
"""Share of the requests that may end in an infrastructure error."""

ZYGOTE: Final = "sandbox/zygote"
TIMES: Final = frozenset({"cpu_s", "level"})
MANY: Final = tuple(one for one in drawn(150) if BANK.find(one.task).split != "test")
FEW: Final = tuple(one for one in quick(24) if BANK.find(one.task).split != "test")
Expected = dict[Submission, dict[str, Any]]
Ask = Callable[[Submission], dict[str, Any]]


class Refused(Exception):
    """The server answered with a typed infrastructure error."""


@functools.cache
def as_expected(chosen: tuple[Submission, ...]) -> Expected:
    """What each submission is told while nothing dies."""
    with open_scorer(PoolSettings(workers=2), lint="server") as scorer, ThreadPoolExecutor(2) as threads:
        return dict(zip(chosen, threads.map(asking(scorer), chosen), strict=True))


def asking(scorer: Scorer) -> Ask:
    """Ask the scorer itself."""

    def ask(one: Submission) -> dict[str, Any]:
        task = BANK.find(one.task)
        report = scorer.score(task, extract(one.code, task.entry).code)
        return plain(score_object(report, judge(report, scorer.curriculum), scorer))

    return ask


def plain(told: dict[str, Any]) -> dict[str, Any]:
    """As JSON holds it, without times."""
    return {key: value for key, value in json.loads(json.dumps(told)).items() if key not in TIMES}


def load(ask: Ask, expected: Expected, tally: Tally, seconds: float) -> None:
    """Several clients ask one submission after the other until the time is over."""
    end = time.monotonic() + seconds
    queue, lock = itertools.cycle(expected), threading.Lock()

    def client() -> None:
        while time.monotonic() < end:
            with lock:
                one = next(queue)
            tally.ask()
            try:
                tally.answer(one.name, difference(ask(one), expected[one]))
            except (Refused, Unavailable) as error:
                tally.error(str(error) if isinstance(error, Refused) else type(error).__name__)

    with ThreadPoolExecutor(CLIENTS) as threads:
        for done in [threads.submit(client) for _ in range(CLIENTS)]:
            done.result()


def difference(told: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """What is told otherwise than expected."""
    return [f"{key}: {told.get(key)} for {expected[key]}" for key in expected if told.get(key) != expected[key]]


def kill_under_the_scorer(expected: Expected, seconds: float) -> Tally:
    """The pipeline in this process, its own zygotes and linters as victims."""
    tally = Tally()
    with open_scorer(Settings().pool(), lint="server") as scorer:
        linter = scorer.linter
        assert isinstance(linter, RuffServer)

        def victims() -> dict[str, Sequence[int]]:
            zygotes = [worker.zygote_pid for worker in scorer.pool._workers]
            return {"zygote": [pid for pid in zygotes if pid], "ruff": linter.pids, "fork server": [scorer.pool._forks.pid]}

        ask = asking(scorer)
        check_calm(ask, expected)
        with killing(victims, tally):
            load(ask, expected, tally, seconds)
        check_calm(ask, expected)
    return tally


def kill_under_the_server(server: Any, expected: Expected, seconds: float) -> Tally:
    """A server process; half of the requests are steps of an episode, half are batches of one."""
    tally = Tally()

    def victims() -> dict[str, Sequence[int]]:
        zygotes = [pid for forks in server.children(ZYGOTE) for pid in server.children(ZYGOTE, forks)]
        return {"zygote": zygotes, "ruff": server.children("ruff server"), "fork server": []}

    with httpx.Client(base_url=server.url, timeout=ANSWER_S) as client:
        roads = itertools.cycle((score, step))
        lock = threading.Lock()

        def ask(one: Submission) -> dict[str, Any]:
            with lock:
                road = next(roads)
            return road(client, one, expected[one])

        check_calm(ask, expected)
        with killing(victims, tally):
            load(ask, expected, tally, seconds)
        check_calm(ask, expected)
    return tally


def check_calm(ask: Ask, expected: Expected) -> None:
    """While nothing dies every answer is right; afterwards the references of all tasks are known."""
    for one in {one.task: one for one in expected}.values():
        assert ask(one) == expected[one]


def score(client: httpx.Client, one: Submission, _expected: dict[str, Any]) -> dict[str, Any]:
    """By `POST /score`."""
    content = json.dumps({"items": [{"task_id": one.task, "code": one.code}]})
    answer = client.post("/score", content=content)
    if answer.status_code != 200:
        raise refusal(answer)
    (told,) = [json.loads(line) for line in answer.text.splitlines()]
    if "unscored" in told:
        raise Refused(told["unscored"]["error"])
    told.pop("id")
    return plain(told)


def step(client: httpx.Client, one: Submission, expected: dict[str, Any]) -> dict[str, Any]:
    """By an episode: what the observation tells, under the names of a score."""
    begun = post(client, "/reset", {"task_id": one.task})
    seen = post(client, "/step", {"episode_id": begun["observation"]["episode_id"], "action": {"code": one.code}})
    told = seen["observation"]
    assert told["step"] == 1
    right = (
        seen["reward"] == expected["reward"],
        all(told[key] == expected[key] for key in ("verdict", "cleared", "improvement", "functional", "quality")),
        [place(one) for one in told["findings"]] == [place(one) for one in expected["findings"]],
    )
    return expected if all(right) else {**expected, **told}


def place(finding: dict[str, Any]) -> tuple[object, ...]:
    """What an observation tells of a finding."""
    return tuple(finding[key] for key in ("rule", "row", "column", "message"))


def post(client: httpx.Client, path: str, body: object) -> Any:
    """The JSON answer of a POST."""
    answer = client.post(path, content=json.dumps(body), headers={"content-type": "application/json"})
    if answer.status_code != 200:
        raise refusal(answer)
    return answer.json()


def refusal(answer: httpx.Response) -> Exception:
    """A typed infrastructure error, or the failure of the test."""
    told = answer.json()
    assert (answer.status_code, "retry-after" in answer.headers) == (503, True), told
    return Refused(told["error"])


def check(tally: Tally) -> None:
    """No wrong score, no lost request, fewer than one error in a hundred; kinds of errors are those of our machinery."""
    assert tally.wrong == []
    assert tally.lost == 0
    assert set(tally.errors) <= {kind.__name__ for kind in Unavailable.__subclasses__()}
    assert tally.errors.total() <= ERRORS * max(tally.asked, 1 / ERRORS)  # among few, one
    assert tally.kills["zygote"]
    assert tally.kills["ruff"]


def test_five_seconds_of_kills_change_no_score() -> None:
    """Zygotes and linters of a scorer die ten times a second."""
    check(kill_under_the_scorer(as_expected(FEW), SHORT_S))


def test_five_seconds_of_kills_under_a_server_change_no_score(server: Any) -> None:
    """The same over HTTP, by steps and by batches."""
    check(kill_under_the_server(server, as_expected(FEW), SHORT_S))


@pytest.mark.proof
def test_a_minute_of_kills_changes_no_score(own_server: Any, print_table: Callable[[str], None]) -> None:
    """Both for a minute each."""
    own_server.start()
    expected = as_expected(MANY)
    scorer = kill_under_the_scorer(expected, LONG_S)
    server = kill_under_the_server(own_server, expected, LONG_S)
    print_table("\n".join([HEAD, scorer.row("scorer, 60 s"), server.row("server, 60 s")]))
    check(scorer)
    check(server)
