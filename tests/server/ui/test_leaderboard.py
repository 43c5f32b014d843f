"""The leaderboard in a real browser."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from code_review_env.tasks.bank import TaskBank
from code_review_env.trials.plan import Plan

Arrive = Callable[..., Any]
BANK = TaskBank.load()


@pytest.fixture(scope="module")
def row(server: Any) -> Any:
    """A run of reference repairs that has its row."""
    bouts = Plan(episodes=server.get("/leaderboard")["plan"]["episodes"]).bouts()
    episodes = [
        {"key": one.key, "actions": [task.reference for task in BANK.pick("test", one.options["seed"])]} for one in bouts
    ]
    sent = server.post("/leaderboard", {"agent": "seen", "version": "3", "episodes": episodes})
    while (found := server.get(f"/leaderboard/runs/{sent['id']}"))["status"] == "waiting":
        time.sleep(0.1)
    return found


def test_a_row_shows_its_numbers_and_leads_to_its_replay(arrive: Arrive, row: Any, server: Any) -> None:
    """Rate with interval in table and picture, what it proves, both downloads, and the first episode as a film."""
    visitor = arrive("?view=leaderboard")
    visitor.page.wait_for_selector("#cre-leaderboard tr:has-text('seen')")
    assert "1.00 [" in visitor.text("#cre-leaderboard tr:has-text('seen')")
    assert "seen 3" in visitor.page.text_content("#cre-leaderboard svg")
    assert "the actions earn the score" in visitor.text("#cre-leaderboard")
    assert f"--upload {visitor.home}" in visitor.text("#cre-leaderboard pre")
    for name, kind in (("CSV", "text/csv"), ("JSON", "application/json")):
        link = visitor.page.get_attribute(f"#cre-leaderboard a:text('{name}')", "href")
        answer = visitor.page.request.get(f"{server.url}/{link}")
        assert (answer.status, answer.headers["content-type"].partition(";")[0]) == (200, kind)
    visitor.page.click("#cre-leaderboard tr:has-text('seen') a")
    visitor.page.wait_for_selector("#cre-replay .cre-frame:not([hidden])")
    assert visitor.text("#cre-replay [data-role=told]") == "3 of 3"
    assert visitor.page.input_value("#cre-replay-name :is(input, textarea)") == row["result"]["episodes"][0]["replay"]
    assert visitor.complaints == []
    assert visitor.hosts == {visitor.home.removeprefix("http://")}
