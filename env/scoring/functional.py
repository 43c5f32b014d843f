"""The functional half: which groups of cases passed, and for visible ones what went wrong."""

from collections.abc import Iterator

from code_review_env.env.sandbox import codec
from code_review_env.env.sandbox.program import Outcome
from code_review_env.env.scoring.compare import names_missing, refuses_payload, same
from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.promises import says_enough
from code_review_env.env.scoring.reference import Expected, Reference
from code_review_env.env.scoring.report import GroupResult
from code_review_env.env.scoring.watched import as_good
from code_review_env.tasks.task import Case, Task

SHOWN_CHARACTERS = 300
"""A value shown to an agent is cut here, so that feedback stays short."""


def judge_groups(
    task: Task, reference: Reference, submission: Parsed, observed: tuple[tuple[Outcome, ...], ...]
) -> tuple[GroupResult, ...]:
    """Judge every group; a group passes only when all its cases do, and what its kind asks of the text."""
    return tuple(
        _judge(task, expected, submission, outcomes) for expected, outcomes in zip(reference.expected, observed, strict=True)
    )


def all_failed(reference: Reference) -> tuple[GroupResult, ...]:
    """The groups of a submission that could not be run."""
    return tuple(
        GroupResult(one.group.name, one.group.kind, one.group.visible, passed=False, cases=len(one.group.cases))
        for one in reference.expected
    )


def _judge(task: Task, expected: Expected, submission: Parsed, observed: tuple[Outcome, ...]) -> GroupResult:
    group = expected.group
    failed = [at for at, got in enumerate(observed) if not passes(task, expected, at, got)]
    failure = ""
    if failed and group.visible:
        first = failed[0]
        want, got = show(expected.outcomes[first]), show(observed[first])
        failure = f"{group.cases[first].call(task.entry)}: expected {want}, got {got}{_where(want, got)}"
    passed = not failed and says_enough(group.kind, submission, task.entry, group.cases, expected.outcomes)
    return GroupResult(group.name, group.kind, group.visible, passed, len(group.cases), failure)


def passes(task: Task, expected: Expected, at: int, got: Outcome) -> bool:
    """Whether the case at index `at` of a group behaved as the reference, or as well."""
    right = expected.outcomes[at]
    if expected.group.kind == "probe" and not as_good(task.stage, right, got):
        return False
    if got.raw and got.raw == right.raw and got.processes == right.processes:
        passed = expected.certain[at]
    else:
        passed = same(right, got, exact_floats=task.exact_floats)
    if passed:
        return True
    case, kind = expected.group.cases[at], expected.group.kind
    if kind == "payload":
        return refuses_payload(got, list(_texts([*case.args, *case.kwargs.values()])))
    if kind == "missing":
        gone = frozenset(name for name, runs in {**task.tools, **case.tools}.items() if any(run.missing for run in runs))
        return names_missing(got, gone) or same(expected.also[at], got, exact_floats=task.exact_floats)
    return False


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(key)
            yield from _texts(item)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from _texts(item)


def show(outcome: Outcome) -> str:
    """One line about what a call did."""
    if outcome.kind == "lost":
        return "no result"
    if outcome.kind == "raise":
        name = outcome.error.removeprefix("builtins.")
        return f"{name}({outcome.message[:SHOWN_CHARACTERS]!r})"
    return codec.render(outcome.value, SHOWN_CHARACTERS)


def _where(want: str, got: str) -> str:
    return " with another effect (arguments, output, programs or files)" if want == got else ""


def examples(task: Task, reference: Reference) -> Iterator[tuple[Case, str, str]]:
    """The visible cases: case, call text, expected behaviour in words."""
    for expected in reference.expected:
        if expected.group.visible:
            for case, outcome in zip(expected.group.cases, expected.outcomes, strict=True):
                yield case, case.call(task.entry), show(outcome)
