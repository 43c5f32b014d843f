"""The OpenEnv contract over plain HTTP, on a real server."""

import ast
import json
import signal
import threading
from typing import Any

import httpx
import pytest

from code_review_env.server.errors import DETAIL
from code_review_env.server.limits import MAX_BODY
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.task import Task

BANK = TaskBank.load()
DISTINCTIVE = 8
"""Shorter texts occur by chance."""


def oracle(name: str) -> str:
    """The clean source of a task."""
    return BANK.find(name).reference


def step(server: Any, episode_id: str, code: str) -> Any:
    """One step of an episode."""
    return server.post("/step", {"episode_id": episode_id, "action": {"code": code}})


def test_health_tells_the_confinement(server: Any) -> None:
    """Valid for OpenEnv clients, with the level and the result of the self-test."""
    health = server.get("/health")
    assert health["status"] == "healthy"
    assert health["selftest"] == health["sandbox"]["selftest"] == "pass"
    assert health["sandbox"]["level"] in {"A", "B"}


def test_three_oracles_clear_the_curriculum(server: Any) -> None:
    """easy, medium, hard at 0.99 each, then done; the next stage's original file comes with the reward."""
    seen = server.post("/reset", {"seed": 7})
    episode_id = seen["observation"]["episode_id"]
    assert (seen["reward"], seen["done"], seen["observation"]["step"]) == (None, False, 0)
    for number, stage in enumerate(("easy", "medium", "hard"), start=1):
        assert seen["observation"]["stage"] == stage
        seen = step(server, episode_id, oracle(seen["observation"]["task_name"]))
        told = seen["observation"]
        assert (seen["reward"], told["judged_stage"], told["cleared"], told["step"]) == (0.99, stage, True, number)
        assert told["improvement"] == 1.0
        assert told["messy_code"] == told["current_code"] or seen["done"]
    assert (seen["done"], told["truncated"], told["cleared_stages"]) == (True, False, ["easy", "medium", "hard"])


def test_doing_nothing_ten_times_truncates(server: Any) -> None:
    """Never cleared, a repeat from the second step on, improvement 0, then 409."""
    seen = server.post("/reset", {"seed": 7})
    messy, episode_id = seen["observation"]["messy_code"], seen["observation"]["episode_id"]
    for number in range(1, 11):
        seen = step(server, episode_id, messy)
        told = seen["observation"]
        assert not told["cleared"]
        assert told["repeat"] is (number > 1)
        assert told["improvement"] == 0.0
    assert (seen["done"], told["truncated"], told["cleared_stages"]) == (True, True, [])
    status, refusal = server.error("/step", {"episode_id": episode_id, "action": {"code": messy}})
    assert (status, refusal["error"]) == (409, "EpisodeOver")
    assert server.get(f"/episodes/{episode_id}")["step_count"] == 10


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/step", {"episode_id": "nope", "action": {"code": "x"}}, 404),
        ("/step", {"action": {"code": "x"}}, 404),
        ("/reset", {"sed": 1}, 422),
        ("/reset", {"seed": -1}, 422),
        ("/reset", {"reward_mode": "sometimes"}, 422),
        ("/reset", {"task_id": "nope"}, 404),
        ("/reset", {"split": "nope"}, 404),
        ("/step", {"action": {"kode": "x"}}, 422),
        ("/step", {"action": {}}, 422),
        ("/step", {"episode_id": "nope", "action": {"code": "x"}, "tmeout": 1}, 422),
        ("/step", {"episode_id": "\ud800", "action": {"code": "x"}}, 404),
        ("/step", {"action": None}, 422),
        ("/step", {"action": {"code": float("nan")}}, 422),
        ("/step", {"episode_id": "nope", "seed": float("nan")}, 422),
        ("/reset", {"seed": float("nan")}, 422),
        ("/reset", {"seed": float("inf")}, 422),
        ("/reset", {"seed": 10**400}, 422),
        ("/reset", [], 422),
    ],
)
def test_a_wrong_request_is_refused_with_its_status(server: Any, path: str, body: object, status: int) -> None:
    """Never a 500, never a silent default."""
    assert server.error(path, body)[0] == status


def test_a_refusal_names_the_field_and_repeats_no_input(server: Any) -> None:
    """What OpenEnv's models refuse is one sentence, in the same form as our own refusals."""
    status, refusal = server.error("/reset", {"seed": "a" * 1000})
    assert (status, refusal["error"]) == (422, "InvalidRequest")
    assert refusal["detail"] == "seed: Input should be a valid integer, unable to parse string as an integer"
    status, refusal = server.error("/step", {"action": {}})
    assert (status, refusal) == (422, {"error": "InvalidRequest", "detail": "code: Field required"})


def test_a_taken_id_is_a_conflict_and_the_episode_lives_on(server: Any) -> None:
    """Reset with a known id is 409 and does not touch the episode behind it."""
    server.post("/reset", {"episode_id": "mine-1", "stage": "easy"})
    assert server.error("/reset", {"episode_id": "mine-1"})[0] == 409
    assert server.get("/episodes/mine-1")["step_count"] == 0


def test_an_owned_episode_needs_its_secret(server: Any) -> None:
    """Step, state and delete without the owner's secret are 403."""
    episode_id = server.post("/reset", {"stage": "easy", "owner": "s3cret"})["observation"]["episode_id"]
    body = {"episode_id": episode_id, "action": {"code": "x = 1"}}
    assert server.error("/step", body)[0] == 403
    with pytest.raises(httpx.HTTPStatusError, match="403"):
        server.get(f"/episodes/{episode_id}")
    assert server.error("/step", {**body, "owner": "\ud800"})[0] == 403
    assert server.post("/step", {**body, "owner": "s3cret"})["observation"]["step"] == 1
    assert server.get(f"/episodes/{episode_id}", {"X-Owner": "s3cret"})["step_count"] == 1


def test_two_steps_at_once_cannot_both_count(server: Any) -> None:
    """One of two racing steps wins; the other is 409 or follows it, and the count is exact."""
    episode_id = server.post("/reset", {"stage": "hard", "seed": 1})["observation"]["episode_id"]
    outcomes: list[int] = []

    def send(number: int) -> None:
        try:
            step(server, episode_id, f"x = {number}")
            outcomes.append(200)
        except httpx.HTTPStatusError as error:
            outcomes.append(error.response.status_code)

    threads = [threading.Thread(target=send, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(outcomes) <= {200, 409}
    assert server.get(f"/episodes/{episode_id}")["step_count"] == outcomes.count(200) >= 1


HOSTILE = {
    "syntax error": ("def f(:\n", "unparsable"),
    "empty": ("", "empty"),
    "comment only": ("# nothing\n", "empty"),
    "one megabyte": ("x = 1\n" * 175_000, "oversize"),
    "NUL": ("x = '\x00'\n", "unparsable"),
    "utf-7 cookie": ("# -*- coding: utf-7 -*-\nx = 1\n", "unparsable"),
    "deep unary minus": ("x = " + "-" * 7_700 + "1\n", "unparsable"),
    "lone surrogate": ("x = '\ud800'\n", "unparsable"),
    "fault at import": ("1 / 0\n", "import_error"),
    "exit at import": ("import sys\nsys.exit(0)\n", "import_error"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_a_low_reward_with_a_reason(server: Any, kind: str) -> None:
    """Each gets the floor and a clear line, and the episode goes on."""
    code, verdict = HOSTILE[kind]
    episode_id = server.post("/reset", {"stage": "easy", "seed": 3})["observation"]["episode_id"]
    seen = step(server, episode_id, code)
    assert (seen["reward"], seen["done"], seen["observation"]["verdict"]) == (0.01, False, verdict)
    assert len(seen["observation"]["feedback"].splitlines()[1]) > 20
    assert step(server, episode_id, oracle(seen["observation"]["task_name"]))["done"]


BODIES = {
    "endless loop": "    while True:\n        pass\n",
    "fork bomb": "    import os\n    while True:\n        os.fork()\n",
    "memory bomb": "    return [0] * 10**10\n",
    "output flood": "    while True:\n        print('x' * 65536)\n",
    "deep recursion": "    def down(n):\n        return down(n + 1)\n    return down(0)\n",
    "exit": "    import os\n    os._exit(0)\n",
}


@pytest.mark.parametrize("kind", BODIES)
def test_a_harmful_body_fails_its_tests_only(server: Any, kind: str) -> None:
    """The right signature over a harmful body keeps the lint half at most, and the server stays up."""
    seen = server.post("/reset", {"task_id": "easy/invoice"})["observation"]
    code = f'"""Doc."""\n\n\n{seen["signature"]}:\n{BODIES[kind]}'
    judged = step(server, seen["episode_id"], code)
    assert judged["observation"]["groups"]["passed"] == 0
    assert judged["reward"] <= 0.5
    assert not judged["done"]
    assert step(server, seen["episode_id"], oracle(seen["task_name"]))["done"]


@pytest.mark.parametrize("form", ["BOM", "CRLF"])
def test_file_forms_that_change_nothing_still_clear(server: Any, form: str) -> None:
    """A byte order mark and CRLF line ends are honest."""
    seen = server.post("/reset", {"task_id": "hard/shipping"})["observation"]
    code = oracle(seen["task_name"])
    code = "\ufeff" + code if form == "BOM" else code.replace("\n", "\r\n")
    assert step(server, seen["episode_id"], code)["reward"] == 0.99


def test_health_answers_while_every_worker_is_held(server: Any) -> None:
    """Endless loops on all workers do not starve the health check."""
    loop = "def invoice(number, name, items, paid=False, rate='standard', days=14):\n    while True:\n        pass\n"
    episodes = [server.post("/reset", {"task_id": "easy/invoice"})["observation"]["episode_id"] for _ in range(4)]
    threads = [threading.Thread(target=step, args=(server, one, loop)) for one in episodes]
    for thread in threads:
        thread.start()
    answers = [server.get("/health")["status"] for _ in range(10)]
    alive = any(thread.is_alive() for thread in threads)
    for thread in threads:
        thread.join()
    assert answers == ["healthy"] * 10
    assert alive


def test_kill_between_two_steps_loses_nothing(own_server: Any) -> None:
    """After kill -9 and a restart the episode goes on with the same state."""
    own_server.start()
    seen = own_server.post("/reset", {"seed": 7})["observation"]
    step(own_server, seen["episode_id"], seen["messy_code"])
    before = own_server.get(f"/episodes/{seen['episode_id']}")
    own_server.stop(signal.SIGKILL)
    own_server.start()
    assert own_server.get(f"/episodes/{seen['episode_id']}") == before
    after = step(own_server, seen["episode_id"], oracle(seen["task_name"]))
    assert (after["reward"], after["observation"]["step"], after["observation"]["stage"]) == (0.99, 2, "medium")
    assert own_server.stop(signal.SIGINT) < 5


def test_task_api_lists_what_may_be_known(server: Any) -> None:
    """Splits, counts, one task and a range; no oracle and no hidden case."""
    splits = {split["name"]: split["type"] for split in server.get("/code_review_env/splits")}
    assert splits == {"train": "train", "validation": "validation", "test": "test"}
    count = server.post("/code_review_env/num_tasks", {"split": "test"})["num_tasks"]
    task = server.post("/code_review_env/task", {"split": "test", "index": count - 1})["task"]
    assert task["index"] == count - 1
    assert set(task) == {"id", "index", "name", "stage", "split", "entry", "signature", "instruction", "messy_code"}
    ranged = server.post("/code_review_env/task_range", {"split": "test", "start": 0, "stop": 2})["tasks"]
    assert [one["index"] for one in ranged] == [0, 1]
    assert server.error("/code_review_env/task", {"split": "test", "index": 999})[0] == 400
    assert server.error("/code_review_env/num_tasks", {"split": "nope"})[0] == 404


def test_feedback_levels_reveal_less_and_less(server: Any) -> None:
    """`lint` hides the groups, `none` also findings, checks and canaries; the reward is the same."""
    seen = {}
    for level in ("full", "lint", "none"):
        first = server.post("/reset", {"task_id": "easy/invoice", "feedback": level})["observation"]
        seen[level] = step(server, first["episode_id"], first["messy_code"])
    full, lint, none = (seen[level]["observation"] for level in ("full", "lint", "none"))
    assert len({one["reward"] for one in seen.values()}) == 1
    assert full["groups"]["total"] == len(full["group_results"]) > 6
    assert (lint["groups"], lint["group_results"], lint["functional"]) == (None, [], None)
    assert lint["findings"] == full["findings"] != []
    assert (none["findings"], none["identity_checks"], none["metrics"], none["groups"]) == ([], [], None, None)
    assert "E501" not in none["feedback"]


def test_delta_and_terminal_pay_later(server: Any) -> None:
    """Over the wire, too, the sum of delta rewards and the terminal reward are the episode score."""
    for mode in ("delta", "terminal"):
        seen = server.post("/reset", {"seed": 7, "reward_mode": mode})["observation"]
        rewards = []
        for _ in range(3):
            judged = step(server, seen["episode_id"], oracle(seen["task_name"]))
            rewards.append(judged["reward"])
            seen = judged["observation"]
        assert sum(rewards) == pytest.approx(0.99, abs=1e-6)


def test_metadata_and_schema_name_everything(server: Any) -> None:
    """The action has exactly one required field."""
    schema = server.get("/schema")
    assert schema["action"]["required"] == ["code"]
    assert "messy_code" in schema["observation"]["properties"]
    assert "delta" in server.get("/metadata")["description"]
    assert server.get("/state")["step_count"] == 0


def test_hidden_inputs_stand_in_no_answer_and_no_log(server: Any) -> None:
    """After oracles and originals of every task, what only hidden cases hold is in no answer and not in the server's log."""
    answers = []
    for task in BANK.handwritten:
        seen = server.post("/reset", {"task_id": task.id})["observation"]
        codes = (task.messy, f"{seen['signature']}:\n    raise ValueError(locals())\n", task.reference)
        answers += [step(server, seen["episode_id"], code) for code in codes]
        answers.append(server.get(f"/episodes/{seen['episode_id']}"))
    told = json.dumps(answers) + server.log.read_text("utf-8")
    public = " ".join([*(task.messy + task.reference for task in BANK.handwritten), *map(shown, BANK.handwritten)])
    hidden = {text for task in BANK.handwritten for text in hidden_texts(task) if text not in public}
    assert len(hidden) > 100
    assert [text for text in hidden if text in told or json.dumps(text)[1:-1] in told] == []


def shown(task: Task) -> str:
    """Everything that the visible cases say."""
    return " ".join(case.call(task.entry) for case in task.examples)


def hidden_texts(task: Task) -> set[str]:
    """Distinctive literals of the hidden cases."""
    calls = [case.call(task.entry) for group in task.groups if not group.visible for case in group.cases]
    constants = [node.value for call in calls for node in ast.walk(ast.parse(call)) if isinstance(node, ast.Constant)]
    return {value for value in constants if isinstance(value, str) and len(value) >= DISTINCTIVE}


def test_a_body_that_is_too_large_is_refused_unread(server: Any) -> None:
    """413 for a declared length over the limit, 4xx for one that only turns out so; a long id is quoted in part."""
    large = b"x" * (MAX_BODY + 1)
    assert httpx.post(f"{server.url}/reset", content=large).status_code == 413
    assert httpx.post(f"{server.url}/reset", content=iter([large])).is_client_error
    status, refusal = server.error("/reset", {"task_id": "t" * 100_000})
    assert (status, len(refusal["detail"])) == (404, DETAIL)
