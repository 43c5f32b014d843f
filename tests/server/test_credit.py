"""Certificates and token vectors over HTTP."""

import sys
from pathlib import Path
from typing import Any

import pytest

from code_review_env.align import LineVector, Tokens, token_rewards
from code_review_env.reply import extract
from code_review_env.tasks.bank import TaskBank

sys.path.insert(0, str(Path(__file__).parents[1]))
from tokenizing import BUILDERS, tokens

TASK = TaskBank.load().find("easy/invoice")


def began(server: Any, **options: object) -> str:
    """The id of an episode on one task."""
    return str(server.post("/reset", {"task_id": TASK.id, **options})["observation"]["episode_id"])


def stepped(server: Any, episode: str, code: str) -> Any:
    """The observation after one step."""
    return server.post("/step", {"episode_id": episode, "action": {"code": code}})["observation"]


def asked(completion: str, cut: Tokens, **more: object) -> dict[str, object]:
    """The body of a request for a token vector."""
    ids, offsets = list(cut.ids), [list(one) for one in cut.offsets]
    return {"text": completion, "token_ids": ids, "offsets": offsets, "eos_token_id": cut.eos_id, **more}


def spoiled(line: int, code: str = TASK.reference) -> str:
    """The reference with a semicolon behind one line."""
    lines = code.splitlines()
    lines[line - 1] += ";"
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", BUILDERS)
def test_the_route_and_the_pure_function_agree(server: Any, name: str) -> None:
    """A trainer may ask the server, or compute from the observation's line vector: the same numbers."""
    last = len(TASK.reference.splitlines())
    completion = f"Done:\n```python\n{spoiled(last)}```\n"
    seen = stepped(server, episode := began(server), completion)
    cut = tokens(name, completion)
    answer = server.post(f"/episodes/{episode}/tokens", asked(completion, cut, tokenizer="t"))
    told = seen["line_vector"]
    vector = LineVector(tuple(told["values"]), told["base"], told["eos"])
    assert answer["token_rewards"] == list(token_rewards(extract(completion, TASK.entry), cut, vector))
    assert answer["line_vector"] == told
    assert told["values"] == [2.0] * (last - 1) + [0.0]
    assert (told["base"], told["eos"]) == (2.0, 0.0)
    assert len(answer["token_rewards"]) == len(answer["segments"]) == len(cut.ids)
    assert {name: answer[name] for name in ("submission_sha256", "bundle_id", "prev_bundle_id", "reward_version")} == {
        name: seen[name] for name in ("submission_sha256", "bundle_id", "prev_bundle_id", "reward_version")
    }
    assert (answer["tokenizer"], answer["step"], answer["tools"]["ruff"]) == ("t", 1, "0.17.6")


def test_the_reference_is_clean_to_the_end(server: Any) -> None:
    """Everything earns 1 + r with r = 1, the end of the sequence too."""
    seen = stepped(server, episode := began(server), TASK.reference)
    cut = tokens("characters", TASK.reference)
    answer = server.post(f"/episodes/{episode}/tokens", asked(TASK.reference, cut))
    assert set(answer["token_rewards"]) == {2.0}
    assert seen["line_vector"]["eos"] == 2.0


def test_grain_and_constants(server: Any) -> None:
    """`span` lowers the semicolon alone; other constants are those of one request or of the episode."""
    code = spoiled(len(TASK.reference.splitlines()))
    stepped(server, episode := began(server, token_values=[-1, 0.5, 0.25]), code)
    cut = tokens("characters", code)
    found = server.post(f"/episodes/{episode}/tokens", asked(code, cut, grain="span"))["token_rewards"]
    assert [at for at, reward in enumerate(found) if reward == -1.0] == [code.rindex(";"), len(code)]
    assert set(found) == {-1.0, 0.75}
    again = server.post(f"/episodes/{episode}/tokens", asked(code, cut, grain="span", token_values=[0, 1, 1]))
    assert set(again["token_rewards"]) == {0.0, 2.0}


def test_failing_groups_are_located_on_demand(server: Any) -> None:
    """A wrong default: the certificate names the failing groups, and lines for them once it is asked to look."""
    row = TASK.reference.splitlines().index("        qty = 1") + 1
    wrong = TASK.reference.replace("        qty = 1\n", "        qty = 2\n")
    seen = stepped(server, episode := began(server), wrong)
    assert seen["functional"] < 1.0
    plain = server.get(f"/episodes/{episode}/certificate?step=1")
    assert plain["failing"]
    assert plain["spans"] == []
    found = server.get(f"/episodes/{episode}/certificate?localise=true")
    assert found["localised_by"] == "ochiai"
    assert {span["source"] for span in found["spans"]} == {"group"}
    assert {span["rule"] for span in found["spans"]} <= set(plain["failing"])
    assert row in {span["row"] for span in found["spans"]}
    assert found["line_vector"]["values"][row - 1] == 1.0 < found["line_vector"]["base"]
    cut = tokens("characters", wrong)
    answer = server.post(f"/episodes/{episode}/tokens", asked(wrong, cut, localise=True))
    assert answer["token_rewards"][wrong.index("qty = 2")] == 1.0


def test_levels_of_feedback(server: Any) -> None:
    """`lint` counts no groups and locates none; `none` tells no vector."""
    wrong = TASK.messy
    cut = tokens("characters", wrong)
    seen = stepped(server, episode := began(server, feedback="lint"), wrong)
    assert set(seen["line_vector"]["values"]) == {0.0, 1.0}
    assert server.get(f"/episodes/{episode}/certificate")["failing"] == []
    assert _status(server, f"/episodes/{episode}/tokens", asked(wrong, cut, localise=True)) == 403
    seen = stepped(server, episode := began(server, feedback="none"), wrong)
    assert seen["line_vector"] is None
    assert _status(server, f"/episodes/{episode}/tokens", asked(wrong, cut)) == 403


def test_what_does_not_fit_is_refused(server: Any) -> None:
    """Another completion, other tokens, a step that was not taken, a field that nobody reads: each says so."""
    code = TASK.reference
    episode = began(server)
    cut = tokens("characters", code)
    path = f"/episodes/{episode}/tokens"
    assert _status(server, path, asked(code, cut)) == 422
    stepped(server, episode, code)
    assert _status(server, path, asked(code, cut)) == 200
    assert _status(server, path, asked(code + "x = 1\n", cut)) == 422
    assert _status(server, path, {**asked(code, cut), "token_ids": [1]}) == 422
    assert _status(server, path, {"text": code, "token_ids": [1], "offsets": [[0, len(code) + 1]]}) == 422
    assert _status(server, path, asked(code, cut, step=2)) == 422
    assert _status(server, path, asked(code, cut, tokeniser="x")) == 422
    assert _status(server, "/episodes/nobody/tokens", asked(code, cut)) == 404


def _status(server: Any, path: str, body: object) -> int:
    return int(server.error(path, body)[0])
