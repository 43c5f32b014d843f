"""What feedback costs beside the engine: type checker, bundle, what is derived of a report, and the bundle's row on disk.

Then how fast recorded facts are judged again, and how long ruff and ty take to say what an edit changed.
"""

import itertools
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Final

from code_review_env.benchmarks import engine
from code_review_env.benchmarks.corpus import Submission, episodes, submissions, tasks
from code_review_env.benchmarks.record import Figure, Target, value
from code_review_env.benchmarks.rig import Rig
from code_review_env.benchmarks.sides import MS, Each, compare, figures
from code_review_env.env.analysis.linter import open_linter
from code_review_env.env.analysis.ty import TY
from code_review_env.env.analysis.type_checker import TypeChecker
from code_review_env.env.episode import Episode, Terms, Transition, advance
from code_review_env.env.feedback.bundle import Bundle, bundle
from code_review_env.env.feedback.replay import replay
from code_review_env.env.feedback.settle import settle
from code_review_env.env.feedback.starts import Starts
from code_review_env.env.feedback.toolchain import Toolchain
from code_review_env.env.feedback.trace import Recorded, read, rows, written
from code_review_env.env.feedback.witness import Recalled
from code_review_env.env.scoring.reward import judge
from code_review_env.env.scoring.score import Scorer
from code_review_env.env.store import EpisodeStore
from code_review_env.tasks.task import Task

PART: Final = "feedback"
ALONE: Final = "engine alone"
WITH: Final = "engine and feedback"
AGAIN: Final = "judged again"
EDITED: Final = "an edit, ruff and ty"
EDITS: Final = 30
LINES: Final = 60
REPLAYS: Final = 5
"""Times that the trace is judged again in a round."""


class Steps:
    """Steps with and without feedback; each leaves an episode's row on disk, as the server does."""

    def __init__(self, scorer: Scorer, store: EpisodeStore) -> None:
        """The scorer has a type checker."""
        self.scorer = scorer
        self.tools = Toolchain.of(scorer)
        self.starts = Starts(scorer, self.tools)
        self._plain = replace(scorer, types=None)
        self._store = store
        self._ids = itertools.count()

    def alone(self, submission: Submission) -> bool:
        """Facts and reward."""
        report = self._plain.score(submission.task, submission.code)
        self._store.create(self._terms(submission.task))
        return judge(report, self.scorer.curriculum).functional == 1.0

    def whole(self, submission: Submission) -> bool:
        """Facts of the type checker as well, bundle, everything that is derived, and the bundle's row."""
        terms = self._terms(submission.task)
        step, made = self.taken(Episode(terms), submission)
        self._store.create(terms, made)
        return bool(step.report.groups) and all(group.passed for group in step.report.groups)

    def taken(self, episode: Episode, submission: Submission) -> tuple[Transition, Bundle]:
        """One step of an episode."""
        task, curriculum = submission.task, self.scorer.curriculum
        report = self.scorer.score(task, submission.code)
        made = bundle(report, task.entry, curriculum.stage(task.stage), self.tools)
        step = Transition(0.0, episode.stage, submission.code, "whole", False, report, bundle_id=made.id)  # noqa: FBT003 - a field
        return settle(episode, step, self.starts.of(task), curriculum), made

    def trace(self) -> list[str]:
        """The corpus as the lines of 40 recorded episodes."""
        lines: list[str] = []
        for played in episodes():
            episode = Episode(self._terms(played[0].task))
            start = self.starts.of(played[0].task).bundle
            kept = {start.id: start}
            for submission in played:
                step, made = self.taken(episode, submission)
                kept[made.id] = made
                episode = advance(episode, step)
            lines += written(rows(episode, kept.__getitem__))
        return lines

    def _terms(self, task: Task) -> Terms:
        return Terms(f"e{next(self._ids)}", 0.0, 0, "own", (task.stage,), (task.id,), 10, task_names=(task.name,))


def measure(rig: Rig) -> Iterator[Figure]:
    """Run the part."""
    with ExitStack() as stack:
        checker = stack.enter_context(closing(TypeChecker(TY)))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        store = stack.enter_context(closing(EpisodeStore(folder / "episodes.sqlite3")))
        steps = Steps(replace(engine.warm(rig.scorer(1), tasks()), types=checker), store)
        for task in tasks():
            steps.starts.of(task)
        sides = [Each(ALONE, steps.alone), Each(WITH, steps.whole)]
        found = compare(sides, submissions()[:: rig.setting.stride], rig.setting)
        for side in sides:
            yield from figures(PART, side.name, found[side.name])
        yield from _again(list(read(steps.trace())), Recalled(steps.scorer.curriculum), rig.setting.rounds)
        yield from _edits(checker, rig.setting.rounds)


def _again(recorded: Sequence[Recorded], facts: Recalled, rounds: int) -> Iterator[Figure]:
    speeds = []
    for _ in range(rounds * REPLAYS):
        began = time.perf_counter()
        count = sum(replay(one, facts).steps for one in recorded)
        speeds.append(count / (time.perf_counter() - began))
    yield Figure(part=PART, subject=AGAIN, metric="throughput", unit="1/s", value=median(speeds))


def _edits(checker: TypeChecker, rounds: int) -> Iterator[Figure]:
    """Every edit changes one line of the file before it."""
    with open_linter("server") as linter:
        walls = []
        for text in _edited(rounds):
            began = time.perf_counter()
            pending = checker.begin(text)
            linter.lint(text, select=("E", "W", "F"))
            pending.result()
            walls.append(time.perf_counter() - began)
    # The first texts start the servers.
    yield Figure(part=PART, subject=EDITED, metric="p50", unit="ms", value=median(walls[EDITS:]) * MS)


def _edited(rounds: int) -> Iterator[str]:
    lines = [f"def part_{at}(number: int) -> int:\n    return number * {at}\n\n" for at in range(LINES // 3)]
    for number in range(EDITS * (rounds + 1)):
        at = number % len(lines)
        lines[at] = f"def part_{at}(number: int) -> int:\n    return number * {number} + undefined_{number}\n\n"
        yield "".join(lines)


def targets(found: Sequence[Figure]) -> Iterator[Target]:
    """The share that feedback may add, and two speeds."""
    alone, whole = value(found, PART, ALONE, "CPU"), value(found, PART, WITH, "CPU")
    if alone and whole:
        yield Target(name="CPU of a step, engine and feedback / engine alone", at_most=1.25, value=whole / alone)
    again, edit = value(found, PART, AGAIN, "throughput"), value(found, PART, EDITED, "p50")
    if again:
        yield Target(name="recorded steps judged again a second", at_least=500, value=again)
    if edit:
        yield Target(name="p50 of an edit of 60 lines by ruff and ty, ms", at_most=5, value=edit)
