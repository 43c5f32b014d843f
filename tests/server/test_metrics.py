"""What operators see: series at `/metrics`, ids of requests, log lines."""

import json
import logging
from typing import Any

import httpx
import pytest

from code_review_env.server.logs import CURRENT, configure


def series(server: Any, name: str) -> dict[str, float]:
    """Labels -> value of every sample of a series."""
    text = httpx.get(f"{server.url}/metrics", timeout=10).raise_for_status().text
    lines = [line for line in text.splitlines() if line.startswith((f"{name}{{", f"{name} "))]
    return {line.rpartition(" ")[0].removeprefix(name): float(line.rpartition(" ")[2]) for line in lines}


def test_steps_requests_and_the_pool_are_counted(server: Any) -> None:
    """A judged file shows with its stage and verdict, and so does the request that brought it."""
    before = sum(series(server, "cre_steps_total").values())
    episode = server.post("/reset", {"stage": "easy"})["observation"]["episode_id"]
    server.post("/step", {"episode_id": episode, "action": {"code": "def"}})
    steps = series(server, "cre_steps_total")
    assert sum(steps.values()) == before + 1
    assert steps['{cleared="false",stage="easy",verdict="unparsable"}'] >= 1
    assert series(server, "cre_http_requests_total")['{method="POST",route="/step",status="200"}'] >= 1
    assert series(server, "cre_http_seconds_count")['{route="/reset"}'] >= 1
    assert series(server, "cre_sandbox_workers")[""] >= 1
    assert {series(server, name)[""] for name in ("cre_sandbox_busy", "cre_sandbox_waiting")} == {0}


def test_paths_that_nobody_serves_name_no_series(server: Any) -> None:
    """Whoever asks for a thousand invented paths adds one line."""
    for number in range(3):
        httpx.get(f"{server.url}/no/such/path/{number}", timeout=10)
    assert not [labels for labels in series(server, "cre_http_requests_total") if "no/such" in labels]


@pytest.mark.parametrize(("given", "kept"), [("trace-7.a_B", True), ("", False), ("x" * 65, False), ("a b", False)])
def test_a_request_has_the_callers_id_or_a_fresh_one(server: Any, given: str, kept: bool) -> None:  # noqa: FBT001
    """The id comes back; one that could forge a log line does not."""
    told = httpx.get(f"{server.url}/health", headers={"x-request-id": given}, timeout=10).headers["x-request-id"]
    assert (told == given) is kept
    assert len(told) <= 64


def test_a_log_line_is_one_json_object_with_the_id(capsys: pytest.CaptureFixture[str]) -> None:
    """Also where the message holds line breaks and quotes."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    token = CURRENT.set("r-1")
    try:
        configure("json")
        logging.getLogger("x").info('two\n"lines"', extra={"ms": 3})
    finally:
        CURRENT.reset(token)
        root.handlers[:], root.level = handlers, level
    line = json.loads(capsys.readouterr().err)
    assert (line["message"], line["request_id"], line["ms"], line["levelname"]) == ('two\n"lines"', "r-1", 3, "INFO")
