"""The one pipeline from a submission to its Report: gate, run, compare, lint. Facts only; numbers come from `reward.judge`."""

import hashlib
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import cache

from code_review_env.env.analysis.linter import Kind, Linter, open_linter
from code_review_env.env.analysis.ty import TY
from code_review_env.env.analysis.type_checker import Dialect, TypeChecker
from code_review_env.env.errors import LinterUnavailable
from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Execution
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring import identity, integrity, metrics, quality
from code_review_env.env.scoring.functional import all_failed, judge_groups
from code_review_env.env.scoring.gate import Parsed, Refusal, parse
from code_review_env.env.scoring.house import suppressions
from code_review_env.env.scoring.reference import Reference, References
from code_review_env.env.scoring.report import Diagnostic, GroupResult, IdentityCheck, Metrics, Report
from code_review_env.env.scoring.signature import decorators
from code_review_env.tasks.curriculum import Curriculum, load_curriculum
from code_review_env.tasks.task import Task


@dataclass(frozen=True, slots=True)
class Scorer:
    """Everything that scoring needs, built once a process and shared by all threads.

    Attributes:
        pool: runs submissions.
        linter: counts for the quality half.
        references: what is right.
        curriculum: stages and shaping.
        types: type checker, whose findings no reward of the curriculum depends on; None leaves it out.
        checker: the same for the stages that ask for one, whose findings count there.
    """

    pool: SandboxPool
    linter: Linter
    references: References
    curriculum: Curriculum
    types: TypeChecker | None = None
    checker: TypeChecker | None = None

    def score(self, task: Task, code: str) -> Report:
        """Gather the facts of one submission.

        Args:
            task: what was asked.
            code: the submission, any text.

        Raises:
            InvalidParameter: the task itself cannot be judged.
            Unavailable: our machinery failed; this is never a score.
        """
        reference = self.references.of(task)
        submission = parse(code)
        if isinstance(submission, Refusal):
            return self._refused(task, reference, code, submission)
        return self._report(task, reference, submission)

    def original(self, task: Task) -> Report:
        """As `score` of the original file, without running it again where its reference has seen all that is to be seen.

        Raises:
            InvalidParameter: the task itself cannot be judged.
            Unavailable: our machinery failed.
        """
        reference = self.references.of(task)
        return self._report(task, reference, reference.original, reference.unchanged)

    def _report(self, task: Task, reference: Reference, submission: Parsed, seen: Execution | None = None) -> Report:
        types = self._typed(task, submission)
        decorated = decorators(submission, task.entry)
        program = replace(reference.program, source=submission.source, decorators=decorated)
        look = cache(lambda: self._look(task, reference.original, submission))
        execution = seen or self.pool.run(program, meanwhile=look)
        groups = judge_groups(task, reference, submission, execution.groups)
        text = look()
        judged = self._judged(task, submission, text.quality, execution)
        return Report(
            stage=task.stage,
            task_id=task.id,
            submission_sha256=submission.sha256,
            verdict=execution.verdict.value,
            detail=execution.detail,
            identity=(
                *identity.check(reference.original, submission, task.entry, execution.entry, reference.entry),
                *text.integrity,
            ),
            groups=groups,
            findings=judged.findings,
            penalty=judged.penalty,
            penalty_messy=self.original_penalty(task, reference.original),
            seed_plain=text.seed_plain,
            metrics=replace(text.metrics, visible_gap=_visible_gap(groups), dynamic_code=len(execution.dynamic)),
            types=types.result() if types else None,
            checker=self.types.dialect.name if self.types else "ty",
            suppressions=text.suppressions,
            level=execution.level,
            cpu_s=execution.cpu_s,
        )

    def original_penalty(self, task: Task, original: Parsed) -> float:
        """How much mess the original holds, by the improvement scheme's measure; > 0 for every valid task."""
        return quality.original_penalty(self.curriculum.stage(task.stage), original, task.entry, self.linter)

    def _look(self, task: Task, original: Parsed, submission: Parsed) -> "_Text":
        stage = self.curriculum.stage(task.stage)
        looked = quality.look(stage, original, submission, task.entry, self.linter)
        return _Text(
            quality=quality.with_checked(stage, looked, self._checked(submission.source)) if stage.checker else looked,
            integrity=integrity.check(original, submission, task.entry),
            seed_plain=identity.seed_plain(original, submission, task.entry),
            metrics=metrics.measure(original, submission),
            suppressions=suppressions.count(submission),
        )

    def _typed(self, task: Task, submission: Parsed) -> Future[tuple[Diagnostic, ...] | None] | None:
        """What the type checker will have found when the sandbox is done, beyond what counts in the stage anyway."""
        if self.types is None:
            return None
        if self.curriculum.stage(task.stage).checker == self.types.dialect.name:
            nothing: Future[tuple[Diagnostic, ...] | None] = Future()
            nothing.set_result(())
            return nothing
        return self.types.begin(submission.source)

    def _checked(self, source: str) -> tuple[Diagnostic, ...]:
        found = self.checker.begin(source).result() if self.checker else None
        if found is None:
            message = "the type checker gave no answer"
            raise LinterUnavailable(message)
        return found

    def _judged(self, task: Task, submission: Parsed, looked: quality.Quality, execution: Execution) -> quality.Quality:
        if not any(call.processes.shell for calls in execution.groups for call in calls):
            return looked
        return quality.with_shell(self.curriculum.stage(task.stage), looked, submission, task.entry)

    def _refused(self, task: Task, reference: Reference, code: str, refusal: Refusal) -> Report:
        messy = self.original_penalty(task, reference.original)
        return Report(
            stage=task.stage,
            task_id=task.id,
            submission_sha256=sha256_of(code),
            verdict=refusal.verdict,
            detail=refusal.detail,
            groups=all_failed(reference),
            findings=refusal.diagnostics,
            penalty=messy,
            penalty_messy=messy,
        )


@dataclass(frozen=True, slots=True)
class _Text:
    """What the text of a submission tells; it is found out while the sandbox runs."""

    quality: quality.Quality
    integrity: tuple[IdentityCheck, ...]
    seed_plain: bool
    metrics: Metrics
    suppressions: int


@contextmanager
def open_scorer(settings: PoolSettings, *, lint: Kind = "cli", types: Dialect | None = None) -> Iterator[Scorer]:
    """A scorer for as long as the context is open; starts the sandbox.

    Args:
        settings: of the sandbox pool.
        lint: how ruff is run; it changes the time and nothing else.
        types: the type checker that looks at every submission as well.

    Raises:
        ConfinementMissing: a required sandbox layer is not in force.
        LinterUnavailable: an analyser is not installed.
    """
    with ExitStack() as stack:
        pool = stack.enter_context(settings.open())
        linter = stack.enter_context(open_linter(lint))
        checker = stack.enter_context(closing(TypeChecker(TY)))
        other = stack.enter_context(closing(TypeChecker(types))) if types and types is not TY else checker
        yield Scorer(pool, linter, References(pool), load_curriculum(), other if types else None, checker)


def sha256_of(code: str) -> str:
    """Identity of a submission text; lone surrogates are hashed as they stand."""
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()


def _visible_gap(groups: tuple[GroupResult, ...]) -> float:
    shares = []
    for visible in (True, False):
        passed = [group.passed for group in groups if group.visible is visible]
        shares.append(sum(passed) / len(passed) if passed else 0.0)
    return round(shares[0] - shares[1], 6)
