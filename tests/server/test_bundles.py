"""Bundles over HTTP: every observation names them, and whoever may see all of an episode may read them."""

from typing import Any

import httpx
import pytest

from code_review_env.env.feedback.canonical import digest
from code_review_env.tasks.bank import TaskBank

BANK = TaskBank.load()


def began(server: Any, **options: object) -> Any:
    """The first observation of an episode."""
    return server.post("/reset", {"seed": 7, **options})["observation"]


def stepped(server: Any, episode: str, code: str, **more: object) -> Any:
    """The observation after one step."""
    return server.post("/step", {"episode_id": episode, "action": {"code": code}, **more})["observation"]


def test_every_observation_names_its_bundle_and_the_one_before(server: Any) -> None:
    """A chain from the original; each id is the hash of what the route tells; a stage's chain begins anew."""
    seen = began(server)
    assert (seen["prev_bundle_id"], seen["process_reward"]["value"]) == (None, None)
    chain = [seen["bundle_id"]]
    for code in (seen["messy_code"], "def f(:", BANK.find(seen["task_name"]).reference):
        seen = stepped(server, seen["episode_id"], code)
        assert seen["prev_bundle_id"] == chain[-1]
        chain.append(seen["bundle_id"])
    assert chain[0] == chain[1]
    for one in chain:
        told = server.get(f"/bundles/{one}")
        assert told["bundle_id"] == one == digest(told["bundle"])
    seen = stepped(server, seen["episode_id"], seen["messy_code"])
    assert seen["prev_bundle_id"] == seen["bundle_id"] not in chain
    assert server.get(f"/bundles/{seen['bundle_id']}")["bundle"]["request"]["stage"] == "medium"


def test_the_process_reward_comes_with_its_components(server: Any) -> None:
    """A file that does not parse is an error with no safety; repairing everything pays for every finding."""
    seen = began(server)
    dirty = seen["process_reward"]["D"]
    seen = stepped(server, seen["episode_id"], "def f(:")
    told = seen["process_reward"]
    assert (told["value"], told["D"], told["S"], told["A"], told["E"]) == (-0.9, dirty, 0.0, 1.0, 1.0)
    seen = stepped(server, seen["episode_id"], BANK.find(seen["task_name"]).reference)
    told = seen["process_reward"]
    assert (told["D"], told["S"], told["E"], told["scope_changed"]) == (0.0, 1.0, 0.0, False)
    assert told["value"] == pytest.approx(0.5 * dirty + 0.4)
    assert told["value"] == pytest.approx(told["phi"] - told["phi_before"])


def test_weights_and_discount_are_arguments_of_reset(server: Any) -> None:
    """Other weights, other worth; a discount warns; nonsense is refused."""
    seen = began(server, process_weights=[1, 0, 0, 0], process_gamma=0.9)
    told = seen["process_reward"]
    assert told["phi"] == -told["D"]
    assert "idle steps earn" in seen["feedback"]
    for wrong in ({"process_weights": [1, 2, 3]}, {"process_weights": [-1, 0, 0, 0]}, {"process_gamma": 0}):
        assert server.error("/reset", wrong)[0] == 422


def test_type_findings_are_told_and_not_paid(server: Any) -> None:
    """A wrong annotation counts in D and leaves the reward as it is."""
    seen = began(server)
    clean = BANK.find(seen["task_name"]).reference
    seen = stepped(server, seen["episode_id"], f"{clean}\n\nNUMBER: int = ''\n")
    assert [(one["rule"], one["source"]) for one in seen["type_findings"]] == [("invalid-assignment", "ty")]
    assert (seen["seed_reward"], seen["findings"], seen["process_reward"]["D"]) == (0.99, [], 1.0)


def test_a_bundle_is_for_its_owner(server: Any) -> None:
    """Without the secret it is 403, an unknown one is 404; another episode without an owner opens it."""
    comment = "# for its owner alone\n"
    seen = began(server, owner="secret")
    seen = stepped(server, seen["episode_id"], comment + seen["messy_code"], owner="secret")
    url = f"{server.url}/bundles/{seen['bundle_id']}"
    assert httpx.get(url).status_code == 403
    assert httpx.get(url, headers={"X-Owner": "secret"}).status_code == 200
    assert httpx.get(f"{server.url}/bundles/{'0' * 64}").json()["error"] == "UnknownBundle"
    seen = began(server)
    stepped(server, seen["episode_id"], comment + seen["messy_code"])
    assert httpx.get(url).status_code == 200


def test_a_bundle_tells_no_more_than_the_episode_does(server: Any) -> None:
    """Where feedback is held back the bundle stays closed until the episode is over."""
    seen = began(server, feedback="lint", max_steps=2)
    code = "# less feedback\n" + seen["messy_code"]
    url = f"{server.url}/bundles/{stepped(server, seen['episode_id'], code)['bundle_id']}"
    assert httpx.get(url).status_code == 403
    assert stepped(server, seen["episode_id"], code)["truncated"] is True
    assert httpx.get(url).status_code == 200
