"""The two places that a replay has its facts from: the trace itself, or the sandbox once more."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from code_review_env.env.episode import Terms
from code_review_env.env.feedback.bundle import Bundle, Json, bundle, report_of
from code_review_env.env.feedback.derive import derived
from code_review_env.env.feedback.differ import ABSENT
from code_review_env.env.feedback.starts import Start, Starts
from code_review_env.env.feedback.toolchain import Toolchain
from code_review_env.env.feedback.trace import Row, source_of
from code_review_env.env.scoring.report import Report
from code_review_env.env.scoring.score import Scorer, sha256_of
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.curriculum import Curriculum
from code_review_env.tasks.task import Task


@dataclass(frozen=True, slots=True)
class Recalled:
    """Facts as the trace has them. They are put into a bundle again, so an id that does not belong to them shows."""

    curriculum: Curriculum

    def unknown(self, terms: Terms) -> Iterator[tuple[str, str, str]]:
        """Nothing: no task is needed."""
        del terms
        return iter(())

    def start(self, terms: Terms, stage: int, row: Row) -> Start:
        """The recorded original."""
        report, made = self._again(terms, stage, row.data["bundle"], None)
        return Start(made, derived(report, self.curriculum).components, row.data["bundle"]["request"]["entry"])

    def step(self, terms: Terms, stage: int, row: Row, known: Report | None) -> tuple[Report, Bundle]:
        """The recorded facts, of the recorded source."""
        del known
        return self._again(terms, stage, row.data["bundle"], sha256_of(source_of(row.data)))

    def _again(self, terms: Terms, stage: int, document: Json, sha256: str | None) -> tuple[Report, Bundle]:
        recalled = report_of(document)
        report = replace(
            recalled,
            task_id=terms.task_ids[stage],
            stage=terms.stages[stage],
            submission_sha256=sha256 or recalled.submission_sha256,
        )
        tools: dict[str, Any] = document["environment"]
        versions = tools["tools"]
        was = Toolchain(
            versions["ruff"], versions[report.checker], report.checker, tools["python"], tools["position_encoding"]
        )
        return report, bundle(report, document["request"]["entry"], self.curriculum.stage(report.stage), was)


@dataclass(frozen=True, slots=True)
class Found:
    """Facts found anew.

    Attributes:
        bank: has the tasks of the trace.
        scorer: with the type checker.
        tools: of the scorer.
        starts: of the scorer.
    """

    bank: TaskBank
    scorer: Scorer
    tools: Toolchain
    starts: Starts

    @classmethod
    def by(cls, scorer: Scorer, bank: TaskBank) -> "Found":
        """By this scorer."""
        tools = Toolchain.of(scorer)
        return cls(bank, scorer, tools, Starts(scorer, tools))

    def unknown(self, terms: Terms) -> Iterator[tuple[str, str, str]]:
        """Tasks that this bank does not have, or has with another content."""
        for stage, recorded in enumerate(terms.task_ids):
            try:
                here = self.bank.find(terms.task_name(stage)).id
            except KeyError:
                here = ABSENT
            if here != recorded:
                yield f"terms.task_ids[{stage}]", recorded, here

    def start(self, terms: Terms, stage: int, row: Row) -> Start:
        """The original, judged again."""
        del row
        return self.starts.of(self._task(terms, stage))

    def step(self, terms: Terms, stage: int, row: Row, known: Report | None) -> tuple[Report, Bundle]:
        """The recorded source, judged again."""
        task = self._task(terms, stage)
        report = known or self.scorer.score(task, source_of(row.data))
        return report, bundle(report, task.entry, self.scorer.curriculum.stage(task.stage), self.tools)

    def _task(self, terms: Terms, stage: int) -> Task:
        return self.bank.find(terms.task_name(stage))
