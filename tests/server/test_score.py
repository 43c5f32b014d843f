"""`POST /score` on a real server: order, numbers, refusals, own tasks, and a server that goes on answering."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.reward import judge
from code_review_env.env.scoring.score import open_scorer
from code_review_env.env.scoring.tell import score_object
from code_review_env.tasks.bank import TaskBank

BANK = TaskBank.load()
OPEN = tuple(task for task in BANK.handwritten if task.split != "test")
FLOOR = 0.01
ANSWER_S = 120

OWN = {
    "entry": "total",
    "stage": "easy",
    "messy": "import os, sys\ndef total(prices, rate = None):\n    if rate == None: rate = 0\n"
    "    return round(sum(prices) * (1 + rate / 100), 2)\n",
    "examples": [{"args": [[9.5, 20.0]]}, {"args": [[9.5, 20.0, 100.0], 19]}, {"args": "[[1.0], None]"}],
}
HONEST = '''"""Totals."""


def total(prices, rate=None):
    """Add up, with a rate in percent."""
    if rate is None:
        rate = 0
    return round(sum(prices) * (1 + rate / 100), 2)
'''


def score(url: str, items: list[dict[str, Any]]) -> list[Any]:
    """The lines of a batch that is accepted."""
    answer = httpx.post(f"{url}/score", json={"items": items}, timeout=ANSWER_S).raise_for_status()
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.fixture
def open_server(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A server that scores the test split too."""
    monkeypatch.setenv("CRE_OPEN_SCORING", "1")
    own_server.start()
    yield own_server
    own_server.stop()


def test_twelve_tasks_get_the_numbers_of_the_scorer(open_server: Any) -> None:
    """Every task of the bank in one batch, in order, each object equal to what `score --json` prints."""
    codes = [(task.reference, task.messy, "x = 1\n")[at % 3] for at, task in enumerate(BANK.handwritten)]
    items = [{"id": f"no {at}", "task_id": task.name, "code": codes[at]} for at, task in enumerate(BANK.handwritten)]
    told = score(open_server.url, items)
    assert [one.pop("id") for one in told] == [item["id"] for item in items]
    assert len(told) == 12
    settings = PoolSettings(workers=1, queue=1, wait_s=50.0, force_level=None, allow_unsandboxed=False)
    with open_scorer(settings) as scorer:
        for at, task in enumerate(BANK.handwritten):
            report = scorer.score(task, codes[at])
            expected = json.loads(json.dumps(score_object(report, judge(report, scorer.curriculum), scorer)))
            assert told[at] == expected


def test_hostile_items_do_not_spoil_the_rest(server: Any) -> None:
    """Endless loops, exits, surrogates and empty files each get their low score between two that clear."""
    task = OPEN[0]
    loop = task.reference + "\nwhile True:\n    pass\n"
    codes = [task.reference, loop, "import os\nos._exit(3)\n", "x = '\ud800'\n", "", task.reference]
    content = json.dumps({"items": [{"task_id": task.id, "code": code} for code in codes]})
    answer = httpx.post(f"{server.url}/score", content=content, timeout=ANSWER_S)
    told = [json.loads(line) for line in answer.text.splitlines()]
    assert [one["id"] for one in told] == ["0", "1", "2", "3", "4", "5"]
    assert [one["reward"] for one in told] == [0.99, told[1]["reward"], FLOOR, FLOOR, FLOOR, 0.99]
    assert not told[1]["cleared"]


def test_hidden_groups_tell_no_inputs(server: Any) -> None:
    """A wrong submission learns why the visible groups failed and nothing of the hidden ones."""
    for task in OPEN:
        (told,) = score(server.url, [{"task_id": task.id, "code": task.messy.replace("return ", "return not ")}])
        hidden = [group for group in told["group_results"] if not group["visible"]]
        assert hidden
        assert {group["failure"] for group in hidden} == {""}


def test_own_tasks_are_scored_and_wrong_ones_told(server: Any) -> None:
    """A task of the caller's own, given twice, beside one that cannot be judged."""
    clean = {**OWN, "messy": HONEST}
    items: list[dict[str, Any]] = [
        {"task": OWN, "code": f"Fixed:\n```python\n{HONEST}```"},
        {"id": "b", "task": clean, "code": HONEST},
        {"id": "c", "task": OWN, "code": OWN["messy"]},
    ]
    fixed, refused, same = score(server.url, items)
    assert (fixed["id"], fixed["reward"], fixed["cleared"]) == ("0", 0.99, True)
    assert (refused["id"], refused["unscored"]["error"]) == ("b", "InvalidParameter")
    assert "nothing to repair" in refused["unscored"]["detail"]
    assert "reward" not in refused
    assert (same["id"], same["cleared"], same["improvement"]) == ("c", False, 0.0)


def test_the_test_split_is_not_scored(server: Any) -> None:
    """403 for the whole request, by name and by id, before anything runs."""
    for task in BANK.tasks("test"):
        for name in (task.name, task.id, task.id[:12]):
            items = [{"task_id": OPEN[0].id, "code": "x"}, {"task_id": name, "code": task.reference}]
            status, refusal = server.error("/score", {"items": items})
            assert (status, refusal["error"]) == (403, "Forbidden")
            assert "--open-scoring" in refusal["detail"]


ITEM = {"task_id": "easy/desk", "code": "x = 1\n"}
NESTED = "def f(x):\n    return " + "(" * 150 + "x" + ")" * 150 + "\n"
DEEP = "def f(x):\n    return " + "-" * 20_000 + "x\n"
CHAIN = "def f(x):\n    return " + " + ".join(["x"] * 3_000) + "\n"


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        ({}, 422, "items: Field required"),
        ([], 422, "body"),
        ({"items": []}, 422, "items"),
        ({"items": [ITEM] * 65}, 422, "64"),
        ({"items": [ITEM], "more": 1}, 422, "more"),
        ({"items": [{**ITEM, "kode": 1}]}, 422, "items[0].kode"),
        ({"items": [{**ITEM, "code": 1}]}, 422, "items[0].code"),
        ({"items": [{**ITEM, "id": "x" * 129}]}, 422, "items[0].id"),
        ({"items": [{"code": "x"}]}, 422, "either task_id or task"),
        ({"items": [{**ITEM, "task": OWN}]}, 422, "either task_id or task"),
        ({"items": [{**ITEM, "task_id": "nope"}]}, 404, "nope"),
        (
            {"items": [ITEM, {"task": {**OWN, "messy": "/etc/passwd"}, "code": "x"}]},
            422,
            "items[1].task: messy: must be source",
        ),
        ({"items": [{"task": {**OWN, "oracle": "../x.py"}, "code": "x"}]}, 422, "a path is not read here"),
        ({"items": [{"task": {**OWN, "stage": "expert"}, "code": "x"}]}, 422, "there is no stage"),
        ({"items": [{"task": {**OWN, "examples": []}, "code": "x"}]}, 422, "at least one example"),
        ({"items": [{"task": {**OWN, "messy": "def total(:\n"}, "code": "x"}]}, 422, "syntax error"),
        ({"items": [{"task": {**OWN, "entry": "f", "messy": DEEP}, "code": "x"}]}, 422, "items[0].task"),
        ({"items": [{"task": {**OWN, "instruction": "x" * 262_144}, "code": "x"}]}, 422, "longer than 262,144"),
        ({"items": [{"task": {**OWN, "name": str(n)}, "code": "x"} for n in range(9)]}, 422, "at most 8 different"),
        ({"items": [{**ITEM, "task_id": "\ud800"}]}, 404, "no task"),
        ({"items": [{**ITEM, "\ud800": 1}]}, 422, "items[0]"),
        ({"items": [{"task": {**OWN, "\ud800": 1}, "code": "x"}]}, 422, "no UTF-8 form"),
        ({"items": [{"task": {**OWN, "files": {"a": "\ud800"}}, "code": "x"}]}, 422, "no UTF-8 form"),
        ({"items": [{"task": {**OWN, "now": float("nan")}, "code": "x"}]}, 422, "finite"),
        ({"items": [{"task": {**OWN, "examples": [{"args": "[" * 90 + "]" * 90}]}, "code": "x"}]}, 422, "brackets"),
        ({"items": [{**ITEM, "code": "x" * (8 << 20)}]}, 413, ""),
    ],
)
def test_a_wrong_batch_is_refused_with_a_sentence(server: Any, body: object, status: int, sentence: str) -> None:
    """Nothing is scored, and the sentence names the place."""
    found, refusal = server.error("/score", body)
    assert found == status
    assert sentence in refusal["detail"]


@pytest.mark.parametrize("content", [b"", b"no json", b"\xff\xfe", b"[" * 100_000, b'{"items": ' + b"1" * 5_000 + b"}"])
def test_a_body_that_is_no_batch_is_refused(server: Any, content: bytes) -> None:
    """422 with one line, never a 500."""
    answer = httpx.post(f"{server.url}/score", content=content, timeout=ANSWER_S)
    assert answer.status_code == 422
    assert answer.json()["error"] == "InvalidParameter"


@pytest.mark.parametrize("source", [NESTED, CHAIN])
def test_a_deep_own_task_ends_in_a_line_or_a_refusal(server: Any, source: str) -> None:
    """However deep the source, the server answers with a score or a sentence."""
    task = {"entry": "f", "stage": "easy", "messy": "import os\n" + source, "examples": [{"args": [1]}]}
    content = json.dumps({"items": [{"task": task, "code": source}, ITEM]})
    answer = httpx.post(f"{server.url}/score", content=content, timeout=ANSWER_S)
    assert answer.status_code in {200, 422}
    if answer.status_code == 200:
        assert [json.loads(line)["id"] for line in answer.text.splitlines()] == ["0", "1"]


def test_batches_at_once_each_get_their_own_lines_while_health_answers(server: Any) -> None:
    """Four batches of three with endless loops among them; `/health` and a read of an episode answer in between."""
    episode = server.post("/reset", {"stage": "easy"})["observation"]["episode_id"]
    found: dict[int, list[Any]] = {}

    def send(number: int) -> None:
        task = OPEN[number]
        codes = [task.reference, task.reference + "\nwhile True:\n    pass\n", task.messy]
        found[number] = score(
            server.url, [{"id": f"{number}-{at}", "task_id": task.id, "code": code} for at, code in enumerate(codes)]
        )

    threads = [threading.Thread(target=send, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    answered = 0
    while any(thread.is_alive() for thread in threads):
        assert server.get("/health")["status"] == "healthy"
        assert server.get(f"/episodes/{episode}")["step_count"] == 0
        answered += 1
    assert answered > 1
    for number, told in found.items():
        assert [one["id"] for one in told] == [f"{number}-{at}" for at in range(3)]
        assert {one["task_id"] for one in told} == {OPEN[number].id}
        assert told[0]["reward"] == 0.99
    assert sorted(found) == [0, 1, 2, 3]


def test_a_full_queue_is_told_at_the_start(own_server: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """503 with Retry-After once the one worker is busy and nobody may wait; afterwards the server scores again."""
    monkeypatch.setenv("CRE_WORKERS", "1")
    monkeypatch.setenv("CRE_QUEUE", "0")
    own_server.start()
    task = OPEN[0]
    loops = [{"task_id": task.id, "code": task.reference + f"\nwhile {at + 1}:\n    pass\n"} for at in range(4)]
    with httpx.stream("POST", f"{own_server.url}/score", json={"items": loops}, timeout=ANSWER_S) as running:
        answers = [httpx.post(f"{own_server.url}/score", json={"items": [ITEM]}, timeout=ANSWER_S) for _ in range(5)]
        running.read()
    refused = [answer for answer in answers if answer.status_code == 503]
    assert refused
    assert {answer.json()["error"] for answer in refused} == {"PoolSaturated"}
    assert all(int(answer.headers["retry-after"]) > 0 for answer in refused)
    assert score(own_server.url, [{"task_id": task.id, "code": task.reference}])[0]["reward"] == 0.99
    assert list(tmp_path.glob("*.sqlite3"))


def test_a_client_that_leaves_costs_nobody_else(server: Any) -> None:
    """A connection cut after the first line; the next batch is scored."""
    task = OPEN[1]
    items = [{"task_id": task.id, "code": task.reference}] * 20
    with httpx.stream("POST", f"{server.url}/score", json={"items": items}, timeout=ANSWER_S) as answer:
        assert json.loads(next(answer.iter_lines()))["id"] == "0"
    assert score(server.url, items[:2])[1]["reward"] == 0.99
