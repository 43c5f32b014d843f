"""Plans, intervals and comparisons: arithmetic that can be checked by hand."""

import random
from pathlib import Path

import pytest
from pydantic import BaseModel

from code_review_env.baseline_agent.trial.compare import NotComparable, Result, compare, differ
from code_review_env.baseline_agent.trial.journal import Lines
from code_review_env.baseline_agent.trial.page import page
from code_review_env.baseline_agent.trial.records import EpisodeRow, Facts, Head, StepRow
from code_review_env.baseline_agent.trial.summary import summarise
from code_review_env.trials.bootstrap import CHANGE, UNIT, Sample, estimate
from code_review_env.trials.outcome import family_of, level_of
from code_review_env.trials.plan import Plan

STAGES = ("easy", "medium")


def head(agent: str = "one", version: str = "v") -> Head:
    """Of a run of twenty episodes."""
    facts = Facts(bank_digest="d", reward_version=version, sandbox_level="A", tools={"ruff": "1"})
    return Head(agent=agent, plan=Plan(episodes=20), facts=facts)


def step(stage: str, task: str, reward: float) -> StepRow:
    """A step that earned so much."""
    fixed = {"code": "x", "functional": 1.0, "quality": 1.0, "identity": True, "repeat": False, "verdict": "ok"}
    earned = {"seed_reward": reward, "improvement": reward, "cleared": reward >= 0.95}
    return StepRow.model_validate({"stage": stage, "task": task, **fixed, **earned})


def episode(number: int, *rewards: float) -> EpisodeRow:
    """An episode with one step a stage, of one of four families."""
    tasks = {stage: f"{stage}/f{number % 4}@{number % 5}.1" for stage, _ in zip(STAGES, rewards, strict=False)}
    steps = tuple(step(stage, tasks[stage], reward) for stage, reward in zip(STAGES, rewards, strict=False))
    return EpisodeRow(key=str(number), stages=STAGES, steps=steps, tasks=tasks)


def samples(values: dict[str, list[float]]) -> list[Sample]:
    """Numbers of families on one axis."""
    return [Sample({"easy": family}, value) for family, found in values.items() for value in found]


def test_a_plan_names_the_same_episodes_every_time() -> None:
    """Keys are unique, seeds of two plans share none, and what is not asked for is not sent."""
    first = Plan(episodes=50).bouts()
    assert first == Plan(episodes=50).bouts()
    assert len({bout.key for bout in first}) == 50
    assert {str(bout.options["seed"]) for bout in first}.isdisjoint(
        str(bout.options["seed"]) for bout in Plan(episodes=50, seed=1).bouts()
    )
    assert set(first[0].options) == {"split", "seed"}
    assert Plan(episodes=60).bouts()[:50] == first


def test_stages_and_levels_reach_reset() -> None:
    """Levels take turns."""
    bouts = Plan(episodes=3, stages=("hard",), levels=(1, 4), max_steps=2).bouts()
    assert [bout.options["level"] for bout in bouts] == [1, 4, 1]
    assert all(bout.options["curriculum"] == ["hard"] and bout.options["max_steps"] == 2 for bout in bouts)


def test_families_that_differ_widen_the_interval() -> None:
    """Four families of ten: what differs between families counts, what differs within them hardly does."""
    mixed = samples({str(family): [0.0, 1.0] * 5 for family in range(4)})
    split = samples({str(family): [float(family % 2)] * 10 for family in range(4)})
    within, between = estimate(mixed), estimate(split)
    assert within is not None
    assert between is not None
    assert within.mean == between.mean == 0.5
    assert within.interval == (0.5, 0.5)
    assert between.interval == (0.0, 1.0)


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    """Families with success rates of their own, drawn twenty times: the true mean lies inside in about 19 of them."""
    draw = random.Random(1)  # noqa: S311 - a draw, no secret
    inside = 0
    for _ in range(20):
        rates = {str(family): draw.random() for family in range(30)}
        found = estimate(samples({family: [float(draw.random() < rate) for _ in range(5)] for family, rate in rates.items()}))
        assert found is not None
        inside += found.interval[0] <= 0.5 <= found.interval[1]
    assert inside >= 17


def test_families_that_agree_get_the_exact_interval() -> None:
    """None of 10 families is solved: the rate may still be 0.31, as 1 - 0.025 ** (1 / 10) says."""
    none = estimate(samples({str(family): [0.0] * 7 for family in range(10)}), UNIT)
    every = estimate(samples({str(family): [1.0] for family in range(10)}), UNIT)
    change = estimate(samples({str(family): [0.0] for family in range(10)}), CHANGE)
    assert none is not None
    assert every is not None
    assert change is not None
    assert none.interval == (0.0, pytest.approx(0.3085, abs=1e-4))
    assert every.interval == (pytest.approx(0.6915, abs=1e-4), 1.0)
    assert change.interval == (pytest.approx(-0.3085, abs=1e-4), pytest.approx(0.3085, abs=1e-4))
    assert estimate([]) is None


def test_the_names_of_tasks_tell_family_and_level() -> None:
    """A task that a person wrote is a family of its own."""
    assert (family_of("easy/count_levels@3.17"), level_of("easy/count_levels@3.17")) == ("easy/count_levels", "3")
    assert (family_of("easy/invoice"), level_of("easy/invoice")) == ("easy/invoice", "-")


def test_a_result_counts_what_was_reached_and_leaves_out_what_has_no_result() -> None:
    """Half of the episodes are solved, the others stop at the first stage; one more has no result."""
    rows = [episode(number, 0.99, 0.99) if number % 2 else episode(number, 0.5) for number in range(8)]
    rows.append(EpisodeRow(key="lost", unscored="HTTP 503"))
    found = summarise(head(), rows)
    assert (found["solved_rate"], found["scored"], found["unscored"], found["not_played"]) == (0.5, 8, 1, 11)
    stages = found["stages"]
    assert isinstance(stages, dict)
    assert (stages["easy"]["reached"], stages["medium"]["reached"]) == (8, 4)
    assert (stages["easy"]["cleared"]["mean"], stages["medium"]["cleared"]["mean"]) == (0.5, 1.0)
    assert stages["medium"]["steps_to_clear"]["mean"] == 1.0
    reward = found["reward"]
    assert isinstance(reward, dict)
    assert reward["mean"] == pytest.approx((0.99 + 0.25) / 2)
    assert found["families"] == {
        "easy/f0": {"played": 2, "cleared": 0},
        "easy/f1": {"played": 2, "cleared": 2},
        "easy/f2": {"played": 2, "cleared": 0},
        "easy/f3": {"played": 2, "cleared": 2},
        "medium/f1": {"played": 2, "cleared": 2},
        "medium/f3": {"played": 2, "cleared": 2},
    }


def test_a_page_holds_the_numbers_and_nothing_from_elsewhere() -> None:
    """Plots are inline, names are escaped, no address is loaded."""
    rows = [episode(number, 0.99, 0.5) for number in range(8)]
    text = page(summarise(head("<one>"), rows), rows)
    assert text.count("<svg") == 2
    assert "&lt;one&gt;" in text
    assert "<one>" not in text
    assert "0.00 [0.00, 0.60]" in text
    assert 'src="' not in text
    assert "href=" not in text


def result(agent: str, rows: list[EpisodeRow], version: str = "v") -> Result:
    """As it is read from a file."""
    return Result.model_validate(summarise(head(agent, version), rows))


def test_a_comparison_pairs_episodes() -> None:
    """The second solves what the first solves and a quarter more; an episode that one has no result of is left out."""
    first = [episode(number, 0.99, 0.99) if number % 4 == 0 else episode(number, 0.5) for number in range(16)]
    second = [episode(number, 0.99, 0.99) if number % 2 == 0 else episode(number, 0.5) for number in range(15)]
    found = compare(result("one", first), result("two", [*second, EpisodeRow(key="15", unscored="down")]))
    solved = found["solved_rate"]
    assert isinstance(solved, dict)
    assert (found["episodes"], solved["better"], solved["worse"]) == (15, 4, 0)
    assert solved["difference"] == pytest.approx(4 / 15, abs=1e-6)
    assert not differ(found)


def test_rewards_of_two_versions_are_not_compared() -> None:
    """Nor are runs without a common episode."""
    rows = [episode(number, 0.99) for number in range(2)]
    with pytest.raises(NotComparable, match="do not compare"):
        compare(result("one", rows), result("two", rows, "w"))
    with pytest.raises(NotComparable, match="share no episode"):
        compare(result("one", rows[:1]), result("two", rows[1:]))


class Row(BaseModel):
    """A line."""

    number: int


def test_a_torn_line_is_dropped_and_the_next_one_is_whole(tmp_path: Path) -> None:
    """What a kill in the middle of a write leaves does no harm."""
    path = tmp_path / "lines.jsonl"
    Lines(path).append(Row(number=1))
    with path.open("a") as file:
        file.write('{"number": 2')
    lines = Lines(path)
    assert [row.number for row in lines.read(Row)] == [1]
    lines.append(Row(number=3))
    assert path.read_text() == '{"number":1}\n{"number":3}\n'
