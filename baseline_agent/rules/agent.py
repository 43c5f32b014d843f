"""The agent: picks the skill of the stage and, where one way of repairing failed, the skill's next one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import libcst as cst

from code_review_env.baseline_agent.rules.complexity.repair import split
from code_review_env.baseline_agent.rules.job import Job, parsed
from code_review_env.baseline_agent.rules.shell.repair import otherwise, shellless
from code_review_env.baseline_agent.rules.style.repair import repair as restyled
from code_review_env.models import CodeReviewAction, CodeReviewObservation

Way = Callable[[Job], str]
"""One way to repair a file; returns the whole file."""

_FAULTS: Final = (
    *(cst.ParserSyntaxError, cst.CSTValidationError, SyntaxError, RecursionError),
    *(ValueError, TypeError, KeyError, IndexError, AttributeError),
)
"""What a way that meets code nobody thought of may raise: LibCST refuses trees of the wrong shape by these."""


@dataclass(frozen=True, slots=True)
class Skill:
    """Ways to repair files of one stage, the boldest first."""

    stage: str
    ways: tuple[Way, ...]


SKILLS: Final[Mapping[str, Skill]] = {
    "style": Skill("easy", (restyled,)),
    "shell": Skill("medium", (shellless, otherwise)),
    "complexity": Skill("hard", (split,)),
}
"""By name; each can be switched on alone."""


@dataclass
class Rules:
    """Repairs by rules; keeps what it has sent for the task at hand, and the best of it."""

    skills: Sequence[str] = tuple(SKILLS)
    name: str = "rules"
    _task: str = field(default="", init=False)
    _sent: list[str] = field(default_factory=list, init=False)
    _best: tuple[float, str] = field(default=(0.0, ""), init=False)

    def __post_init__(self) -> None:
        """Refuse a skill that does not exist.

        Raises:
            KeyError: it does not.
        """
        for skill in self.skills:
            if skill not in SKILLS:
                message = f"no skill {skill!r}; there are {', '.join(SKILLS)}"
                raise KeyError(message)

    def act(self, observation: CodeReviewObservation) -> CodeReviewAction:
        """The file by the first way that gives something new; after the last one, the best so far."""
        if observation.task_id != self._task:
            self._task, self._sent, self._best = observation.task_id, [], (0.0, observation.messy_code)
        elif self._sent and (observation.seed_reward or 0.0) > self._best[0]:
            self._best = (observation.seed_reward or 0.0, self._sent[-1])
        ways = [way for skill in self.skills if SKILLS[skill].stage == observation.stage for way in SKILLS[skill].ways]
        job = Job(observation.messy_code, observation.entry)
        fresh = (code for code in repaired(job, ways) if code not in self._sent)
        code = next(fresh, self._best[1])
        self._sent.append(code)
        return CodeReviewAction(code=code)


def repaired(job: Job, ways: Sequence[Way]) -> Iterator[str]:
    """The file as each way leaves it; as it was where a way cannot deal with it."""
    if parsed(job.source) is None:
        yield job.source
        return
    for way in ways:
        try:
            code = way(job)
        except _FAULTS:
            code = job.source
        yield code if parsed(code) is not None else job.source
