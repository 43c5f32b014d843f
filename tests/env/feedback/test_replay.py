"""Replay: recorded episodes repeat anywhere, and whatever was changed is named."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest

from code_review_env.baseline_agent.agent import Agent, play
from code_review_env.baseline_agent.noop import Noop
from code_review_env.baseline_agent.ruff_fix import RuffFix
from code_review_env.env.analysis.ty import TY
from code_review_env.env.errors import InvalidParameter, ReplayMismatch
from code_review_env.env.feedback.canonical import digest
from code_review_env.env.feedback.replay import Difference, replay, told, verify
from code_review_env.env.feedback.trace import read
from code_review_env.env.feedback.witness import Found, Recalled
from code_review_env.env.local import make
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.models import CodeReviewAction, CodeReviewObservation
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.curriculum import load_curriculum

ORDINARY: Final = 1000
BANK = TaskBank.load()
RECALLED = Recalled(load_curriculum())
Row = dict[str, Any]


@dataclass
class Wanderer:
    """Sends what no honest agent would, and the oracle's source in the end."""

    name: str = "wanderer"

    def act(self, seen: CodeReviewObservation) -> CodeReviewAction:
        """One kind of text a step."""
        oracle = BANK.find(seen.task_name).reference
        texts = (
            *(
                "def f(:",
                "",
                "x = '\ud800'",
                f"{seen.messy_code}\nwhile True:\n    pass\n",
                f"{oracle}\nN: int = ''  # type: ignore\n",
            ),
            *(f"Here it is:\n```python\n{seen.messy_code}\n```", seen.messy_code.replace("def ", "async def ")),
        )
        return CodeReviewAction(code=texts[seen.step] if seen.step < len(texts) else oracle)


class Oracle:
    """Repairs everything at once."""

    name = "oracle"

    def act(self, seen: CodeReviewObservation) -> CodeReviewAction:
        """The oracle's source."""
        return CodeReviewAction(code=BANK.find(seen.task_name).reference)


AGENTS: Final[tuple[Agent, ...]] = (Noop(), RuffFix(), Oracle(), Wanderer())
WAYS: Final[tuple[dict[str, object], ...]] = (
    {},
    {"reward_scheme": "improvement", "reward_mode": "delta"},
    {"reward_mode": "terminal", "process_gamma": 0.9},
    {"curriculum": ["hard"], "process_weights": [1, 1, 0, 2]},
    {"curriculum": ["medium", "easy"]},
)


def recorded(count: int) -> list[str]:
    """The lines of so many episodes: every agent in every way, over all stages."""
    lines: list[str] = []
    with make(PoolSettings(workers=1)) as env:
        for number in range(count):
            agent, way = AGENTS[number % len(AGENTS)], WAYS[number % len(WAYS)]
            list(play(env, agent, {"seed": number, "max_steps": 10, **way}))
            lines += env.trace()
    return lines


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Four short episodes."""
    found: list[str] = []
    with make(PoolSettings(workers=1)) as env:
        for number, agent in enumerate(AGENTS):
            list(play(env, agent, {"seed": number, "max_steps": 9 if agent.name == "wanderer" else 3, **WAYS[number]}))
            found += env.trace()
    return found


@pytest.fixture(scope="module")
def scorer() -> Iterator[Scorer]:
    """A sandbox of its own, with the type checker."""
    with open_scorer(PoolSettings(workers=2), types=TY) as opened:
        yield opened


def different(lines: list[str], facts: Recalled | Found = RECALLED) -> list[Difference]:
    """Everything that a replay names."""
    return [one for episode in read(lines) for one in replay(episode, facts).differences]


def changed(lines: list[str], kind: str, change: Callable[[Row], None], *, which: int = 0) -> list[str]:
    """The trace with one row of a kind changed."""
    rows = [json.loads(line) for line in lines]
    change([row for row in rows if row["kind"] == kind][which])
    return [json.dumps(row) for row in rows]


def under_its_own_hash(change: Callable[[Row], None]) -> Callable[[Row], None]:
    """A change of a bundle by somebody who corrects the id as well."""

    def both(row: Row) -> None:
        change(row)
        row["bundle_id"] = digest(row["bundle"])

    return both


def test_a_trace_repeats_with_and_without_the_sandbox(lines: list[str], scorer: Scorer) -> None:
    """Ids, facts, rewards of all modes and process rewards, for honest and hostile texts."""
    assert different(lines) == []
    assert different(lines, Found.by(scorer, BANK)) == []
    done = told(replay(one, RECALLED) for one in read(lines))
    assert (done["episodes"], done["differences"]) == (4, [])
    assert done["steps"] == sum('"kind":"step"' in line for line in lines) >= 12


def test_a_stage_that_counts_types_repeats(scorer: Scorer) -> None:
    """There the diagnostics of the type checker are findings, and are counted once."""
    with make(PoolSettings(workers=1)) as env:
        seen = env.reset(seed=1, max_steps=1, curriculum=["types"])
        env.step(CodeReviewAction(code=f"{seen.messy_code}\nnumber: int = ''\n"))
        lines = env.trace()
    (told,) = (json.loads(line)["bundle"] for line in lines if '"kind":"step"' in line)
    assert {one["source"] for one in told["facts"]["diagnostics"]} >= {"ty"}
    assert told["capabilities"]["ty"] == "counted"
    assert different(lines) == []
    assert different(lines, Found.by(scorer, BANK)) == []


def set_paid(row: Row) -> None:
    """Pay more than was earned."""
    row["paid"] = 0.99


def set_process(row: Row) -> None:
    """Claim a better step."""
    row["process"]["value"] = 5.0


def set_line(row: Row) -> None:
    """An erroneous line earns after all."""
    row["lines"]["values"][0] += 1.0


def set_code(row: Row) -> None:
    """Another source than the one that was judged."""
    row["code"] += "# changed\n"


def drop_finding(row: Row) -> None:
    """One finding fewer."""
    del row["bundle"]["facts"]["diagnostics"][0]


def pass_group(row: Row) -> None:
    """A failing group passes, or the other way round."""
    group = row["bundle"]["facts"]["functional"][0]
    group["passed"] = not group["passed"]


def set_ruff(row: Row) -> None:
    """Recorded with an older linter."""
    row["bundle"]["environment"]["tools"]["ruff"] = "0.17.5"


def set_repeat(row: Row) -> None:
    """Not the first time."""
    row["repeat"] = True


RECALLED_CHANGES: Final = [
    (set_paid, "paid"),
    (set_process, "process.value"),
    (set_line, "lines.values[0]"),
    (set_code, "bundle.request.submission_sha256"),
    (drop_finding, "bundle_id"),
    (pass_group, "seed_reward"),
    (set_ruff, "bundle_id"),
    (set_repeat, "repeat"),
    (under_its_own_hash(drop_finding), "process.components.d"),
    (under_its_own_hash(pass_group), "paid"),
]


@pytest.mark.parametrize(("change", "path"), RECALLED_CHANGES)
def test_a_change_is_named_without_the_sandbox(lines: list[str], change: Callable[[Row], None], path: str) -> None:
    """From the recorded facts alone: rewards that do not follow, a source or facts that are not those of the id."""
    found = different(changed(lines, "step", change))
    assert path in {one.path for one in found}
    first = next(one for one in found if one.path == path)
    assert (first.step, first.recorded != first.found) == (1, True)


FOUND_CHANGES: Final = [
    (under_its_own_hash(drop_finding), "bundle.facts.diagnostics[0].message"),
    (under_its_own_hash(pass_group), "bundle.facts.functional[0].passed"),
    (under_its_own_hash(set_ruff), "bundle.environment.tools.ruff"),
    (set_code, "bundle.request.submission_sha256"),
]


@pytest.mark.parametrize(("change", "path"), FOUND_CHANGES)
def test_facts_that_were_never_found_are_named(
    lines: list[str], scorer: Scorer, change: Callable[[Row], None], path: str
) -> None:
    """Whoever changes facts and corrects the id is found out by judging again; another linter is named as such."""
    first = [lines[at] for at in range(3)]
    assert path in {one.path for one in different(changed(first, "step", change), Found.by(scorer, BANK))}


def test_a_linter_of_another_version_is_named(lines: list[str], scorer: Scorer) -> None:
    """The same facts by other tools are not the same bundle."""
    facts = Found.by(scorer, BANK)
    later = replace(facts, tools=replace(facts.tools, ruff="0.18.0"))
    paths = {one.path: one for one in different(lines[:3], later)}
    assert paths["bundle.environment.tools.ruff"].recorded == "0.17.6"
    assert paths["bundle.environment.tools.ruff"].found == "0.18.0"
    assert "bundle_id" in paths


def test_a_task_that_is_another_one_is_named(lines: list[str], scorer: Scorer) -> None:
    """Nothing of the episode can be judged then, so nothing else is told."""

    def other(row: Row) -> None:
        row["terms"]["task_ids"][0] = "0" * 64

    (one,) = different(changed(lines[:3], "episode", other), Found.by(scorer, BANK))
    assert (one.path, one.recorded, one.step) == ("terms.task_ids[0]", "0" * 64, 0)


def test_a_mismatch_says_what_differs(lines: list[str]) -> None:
    """As an exception, for those who insist."""
    verify([replay(one, RECALLED) for one in read(lines)])
    wrong = changed(lines, "step", set_paid)
    with pytest.raises(ReplayMismatch, match=r"line 3, step 1: paid: recorded 0\.99, found 0\."):
        verify([replay(one, RECALLED) for one in read(wrong)])


def test_steps_after_the_end_are_named(lines: list[str]) -> None:
    """A row that was added behind a finished episode belongs to nothing."""
    end = next(at for at, line in enumerate(lines[1:], 1) if '"kind":"episode"' in line)
    (one,) = different([*lines[:end], lines[end - 1]])
    assert (one.path, one.found) == ("step", "(absent)")


def test_terms_that_do_not_fit_together_are_refused(lines: list[str]) -> None:
    """A stage without a task would be looked for in vain."""
    for wrong in ({"task_ids": []}, {"stages": []}, {"task_names": ["one too few"]}):
        with pytest.raises(InvalidParameter, match="line 1 terms"):
            list(read(changed(lines, "episode", lambda row, wrong=wrong: row["terms"].update(wrong))))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "line 1 is not JSON"),
        ("[" * 100_000, "line 1 is not JSON"),
        ('{"kind": "other"}', "line 1 is no row of a trace"),
        ('{"kind": "step"}', "line 1 comes before the row of its episode"),
        ('{"kind": "episode", "schema": "x"}', "line 1 has the schema 'x'"),
        ('{"kind": "episode", "schema": "code-review-trace/1", "terms": {}}', "line 1 terms"),
    ],
)
def test_a_file_that_is_no_trace_is_refused(text: str, message: str) -> None:
    """By the line that is wrong."""
    with pytest.raises(InvalidParameter, match=message):
        list(read([text]))


def test_a_row_that_lacks_something_is_refused(lines: list[str]) -> None:
    """By its line, with what is missing."""
    with pytest.raises(InvalidParameter, match="line 3 cannot be replayed: KeyError: 'bundle'"):
        different(changed(lines, "step", lambda row: row.pop("bundle")))
    with pytest.raises(InvalidParameter, match="cannot be replayed"):
        different([line for line in lines if '"kind":"start"' not in line])


def command(trace: Path, *options: str, home: Path, user: int) -> Row:
    """The result of the command in a fresh process, in a folder of its own, as a user."""
    as_user: dict[str, Any] = {} if user == os.getuid() else {"user": user, "group": user, "extra_groups": []}
    argv = [sys.executable, "-B", "-m", "code_review_env", "replay", str(trace), "--json", *options]
    env = os.environ | {"HOME": str(home), "CRE_DATA_DIR": str(home)}
    done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=1500, cwd=home, env=env, **as_user)
    assert done.returncode in {0, 1}, done.stderr[-2000:]
    result: Row = json.loads(done.stdout)
    assert done.returncode == bool(result["differences"])
    return result


@pytest.fixture
def elsewhere() -> Iterator[Path]:
    """A folder that the ordinary user owns; pytest's own are for whoever runs it."""
    with tempfile.TemporaryDirectory(prefix="replay-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        if os.getuid() == 0:
            shutil.chown(folder, ORDINARY, ORDINARY)
        yield folder


def test_a_fresh_process_repeats_it(lines: list[str], elsewhere: Path) -> None:
    """The command says so by its exit status, and 1 with every difference named where something was changed."""
    trace = elsewhere / "trace.jsonl"
    trace.write_text("".join(lines), "utf-8")
    user = ORDINARY if os.getuid() == 0 else os.getuid()
    assert command(trace, "--workers", "2", home=elsewhere, user=user)["differences"] == []
    trace.write_text("\n".join(changed(lines, "step", set_paid)), "utf-8")
    (one,) = command(trace, "--facts-only", home=elsewhere, user=user)["differences"]
    assert (one["line"], one["step"], one["path"], one["recorded"]) == (3, 1, "paid", 0.99)


@pytest.mark.proof
def test_a_hundred_episodes_repeat_everywhere(elsewhere: Path, print_table: Callable[[str], None]) -> None:
    """Several agents, all stages, all modes; another folder, an ordinary user, fresh processes, one and two workers."""
    lines = recorded(100)
    trace = elsewhere / "trace.jsonl"
    trace.write_text("".join(lines), "utf-8")
    users = (os.getuid(), ORDINARY) if os.getuid() == 0 else (os.getuid(),)
    runs = [(user, workers) for user in users for workers in ("1", "2")]
    results = [command(trace, "--workers", workers, home=elsewhere, user=user) for user, workers in runs]
    assert [result["differences"] for result in results] == [[]] * len(runs)
    assert {result["episodes"] for result in results} == {100}
    stages = {json.loads(line)["bundle"]["request"]["stage"] for line in lines if '"kind":"start"' in line}
    assert stages == {"easy", "medium", "hard"}
    steps = results[0]["steps"]
    print_table(f"replay: 100 episodes, {steps} steps, {len(runs)} runs (user, workers) {runs}: 0 differences")
