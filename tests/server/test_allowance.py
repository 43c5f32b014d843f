"""The daily runs of model agents."""

import sqlite3
from pathlib import Path

import pytest

from code_review_env.env.database import Database
from code_review_env.server.allowance import Allowance, AllowanceSpent

NOON = 1_800_000_000.0
DAY_S = 86_400


@pytest.fixture
def allowance(tmp_path: Path) -> Allowance:
    """Two runs each, three in all."""
    return Allowance(Database(tmp_path / "a.sqlite3"), each=2, all=3)


def test_each_and_all_have_a_limit_that_ends_with_the_day(allowance: Allowance) -> None:
    """The message says whose runs are used up."""
    for client in ("a", "a", "b"):
        allowance.take(client, "qwen", NOON)
    with pytest.raises(AllowanceSpent, match="your 2 runs"):
        allowance.take("a", "qwen", NOON)
    with pytest.raises(AllowanceSpent, match="all 3 runs"):
        allowance.take("b", "qwen", NOON)
    assert allowance.take("a", "qwen", NOON + DAY_S) > 0


def test_a_run_that_did_not_come_about_is_given_back(allowance: Allowance) -> None:
    """It counts for nobody."""
    for _ in range(5):
        allowance.give_back(allowance.take("a", "qwen", NOON))
    assert allowance.take("a", "qwen", NOON) > 0


def test_an_address_is_kept_as_a_hash_of_the_day_and_forgotten(allowance: Allowance, tmp_path: Path) -> None:
    """Two days of one visitor do not show that it is one."""
    for day in range(2):
        allowance.take("192.0.2.7", "qwen", NOON + day * DAY_S)
    with sqlite3.connect(tmp_path / "a.sqlite3") as db:
        clients = [client for (client,) in db.execute("SELECT client FROM paid_runs")]
    assert (len(set(clients)), any("192.0.2.7" in one for one in clients)) == (2, False)
    allowance.prune(NOON + DAY_S)
    with sqlite3.connect(tmp_path / "a.sqlite3") as db:
        assert db.execute("SELECT count(*) FROM paid_runs").fetchone() == (1,)
    assert allowance.latest("qwen") == ""
