"""The environment: `reset`, `step`, `state` and the task API over shared parts. It moves data and judges nothing.

Plain HTTP builds a new instance for every request, so an instance holds nothing but the id of its episode: the store does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import EnvironmentMetadata

from code_review_env.env.access import load_owned
from code_review_env.env.admission.playable import admit
from code_review_env.env.episode import Episode, Transition, advance, kept_exactly
from code_review_env.env.errors import EpisodeOver, UnknownEpisode, UnknownParameter, UnknownTask
from code_review_env.env.feedback.bundle import Bundle, bundle
from code_review_env.env.feedback.settle import settle
from code_review_env.env.feedback.starts import Starts
from code_review_env.env.feedback.toolchain import Toolchain
from code_review_env.env.listing import TaskListing
from code_review_env.env.observe import Scene, observe, state_of
from code_review_env.env.rubric import CodeReviewRubric
from code_review_env.env.scoring.report import Report
from code_review_env.env.scoring.score import Scorer, sha256_of
from code_review_env.env.store import EpisodeStore
from code_review_env.env.terms import Draw, ResetOptions, set_terms
from code_review_env.models import CodeReviewAction, CodeReviewObservation, CodeReviewState
from code_review_env.potential import Weights
from code_review_env.reply import Reply, extract, printable
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.task import Task

DESCRIPTION = (
    "Repair messy Python: easy (PEP 8) -> medium (shell injection) -> hard (complexity). An action is the full corrected "
    "source. Reward 0.01 + 0.98 * identity * (tests / 2 + lint / 2); the modes `delta` and `terminal` leave that range."
)


class Chance(Protocol):
    """Where ids, seeds and the time come from."""

    def draw(self) -> Draw:
        """Fresh random id and seed, and the time of now."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What all instances share; built once a process.

    Attributes:
        bank: all tasks.
        scorer: from a submission to facts.
        store: episodes on disk.
        chance: ids, seeds, time.
        tools: what judges.
        starts: the originals as states.
        weights: of the process reward, where a reset names none.
        version: of the package.
        reward_version: see `scoring.version`.
        witness: told of every step once it is stored.
    """

    bank: TaskBank
    scorer: Scorer
    store: EpisodeStore
    chance: Chance
    tools: Toolchain
    starts: Starts
    weights: Weights
    version: str
    reward_version: str
    witness: Callable[[Transition], object] = id  # nobody


class CodeReviewEnvironment(TaskListing, Environment[CodeReviewAction, CodeReviewObservation, CodeReviewState]):
    """Repair a messy Python file without changing what it does, stage after stage.

    Action: `code`, the full corrected source.

    Observation (after a step):

    | field | range | meaning |
    |---|---|---|
    | reward | [0.01, 0.99] | of the step, in the default scheme and mode |
    | identity | bool | gate: still the same function |
    | functional | [0, 1] | share of test groups passed |
    | quality | [0, 1] | 1 - 0.1 a violation; medium: 0 or 1 |
    | improvement | [0, 1] | the other scheme: 0 for doing nothing |
    | findings, group_results, identity_checks | | the evidence |

    Episode: starts at the first stage's original file. A seed reward >= 0.95 clears a stage and the next one begins with its
    own original file. Ends when the last stage is cleared (`done`) or after `max_steps` steps (`done` and `truncated`).
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, parts: Parts) -> None:
        super().__init__(rubric=CodeReviewRubric(parts.scorer.curriculum))
        self._parts = parts
        self._episode_id: str | None = None
        self._owner: str | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any) -> CodeReviewObservation:  # noqa: ANN401  # fixed by OpenEnv
        """Begin an episode.

        Args:
            seed: names the whole curriculum within its split.
            episode_id: the caller's own id.
            **kwargs: the other fields of `ResetOptions`.

        Raises:
            UnknownParameter: an argument that nobody reads.
            InvalidParameter: an argument with a value it cannot have.
            UnknownTask: no such task, split, index or stage.
            EpisodeConflict: the id is taken.
        """
        parts = self._parts
        options = ResetOptions.read({"seed": seed, "episode_id": episode_id, **kwargs})
        terms = set_terms(options, parts.bank, parts.scorer.curriculum, parts.chance.draw(), weights=parts.weights)
        for name in terms.task_names:
            admit(parts.scorer, parts.bank.find(name))
        start = parts.starts.of(parts.bank.find(terms.task_name(0)))
        episode = parts.store.create(terms, start.bundle)
        self._episode_id, self._owner = terms.episode_id, options.owner
        return observe(episode, self._scene(episode), fresh=True)

    def step(self, action: CodeReviewAction, timeout_s: float | None = None, **kwargs: Any) -> CodeReviewObservation:  # noqa: ANN401  # fixed by OpenEnv
        """Judge one submission and move the episode on.

        Args:
            action: the submission.
            timeout_s: accepted for OpenEnv clients; the task's own limits bound every step far below it.
            **kwargs: `episode_id` (needed over plain HTTP), `owner`, `request_id`.

        Raises:
            UnknownEpisode: no episode to continue.
            EpisodeOver: the episode is done.
            EpisodeConflict: another step of the episode came first.
            Unavailable: our machinery failed; the step is not consumed.
        """
        del timeout_s
        episode = self._continue(kwargs)
        if episode.done:
            message = f"episode {episode.terms.episode_id!r} is over after {episode.step} steps; reset to begin another"
            raise EpisodeOver(message)
        task = self._task(episode)
        reply = extract(action.code, task.entry)
        # The same text earns the same score, so a repeat is not run again.
        known = episode.judged(sha256_of(reply.code))
        report = known or self._parts.scorer.score(task, reply.code)
        self._apply_rubric(action, report)  # type: ignore[arg-type]  # the tree reads the report, see env/rubric.py
        transition, bundles = self._judge(episode, reply, report, repeat=known is not None)
        self._parts.store.append(episode, transition, *bundles)
        self._parts.witness(transition)
        after = advance(episode, transition)
        return observe(after, self._scene(after))

    def recall(self, episode_id: str, owner: str | None = None, *, step: int | None = None) -> CodeReviewObservation:
        """The observation of an episode after a step, by default its latest, once more; changes nothing.

        Raises:
            UnknownEpisode: no such episode.
            Forbidden: it has an owner and `owner` is not their secret.
        """
        episode = load_owned(self._parts.store, episode_id, owner).until(step)
        return observe(episode, self._scene(episode))

    def _judge(
        self, episode: Episode, reply: Reply, report: Report, *, repeat: bool
    ) -> tuple[Transition, tuple[Bundle, Bundle]]:
        """The transition that a report makes of this step, and the two bundles that it names."""
        parts = self._parts
        task, curriculum = self._task(episode), parts.scorer.curriculum
        start = parts.starts.of(task)
        made = bundle(report, task.entry, curriculum.stage(task.stage), parts.tools)
        code = printable(reply.code)
        step = Transition(
            at=parts.chance.draw().now,
            stage=episode.stage,
            code=code,
            how=reply.how,
            reply_truncated=reply.truncated,
            report=report,
            repeat=repeat,
            bundle_id=made.id,
            exact="" if code == reply.code else kept_exactly(reply.code),
        )
        return settle(episode, step, start, curriculum), (start.bundle, made)

    def _continue(self, given: dict[str, object]) -> Episode:
        unknown = sorted(given.keys() - {"episode_id", "owner", "request_id"})
        if unknown:
            message = f"step does not know {', '.join(unknown)}"
            raise UnknownParameter(message)
        episode_id = given.get("episode_id") or self._episode_id
        if not isinstance(episode_id, str):
            message = "no episode to continue: reset first, and over plain HTTP send the episode_id with every step"
            raise UnknownEpisode(message)
        return load_owned(self._parts.store, episode_id, given.get("owner", self._owner))

    @property
    def state(self) -> CodeReviewState:
        """The episode of this instance; empty before a reset, as over plain HTTP, where `GET /episodes/{id}` tells it."""
        if self._episode_id is None:
            return CodeReviewState(reward_version=self._parts.reward_version)
        return state_of(self._parts.store.load(self._episode_id), self._parts.reward_version)

    def get_metadata(self) -> EnvironmentMetadata:
        """Name, description and version for `/metadata`."""
        return EnvironmentMetadata(name="code_review_env", description=DESCRIPTION, version=self._parts.version)

    def close(self) -> None:
        """Nothing to release: all parts are shared, and the episode stays in the store."""

    @property
    def bank(self) -> TaskBank:
        """All tasks."""
        return self._parts.bank

    def _task(self, episode: Episode) -> Task:
        """The task to work on, exactly as it was when the episode began.

        Raises:
            UnknownTask: the bank does not have it any more, or another one under its name.
        """
        try:
            task = self._parts.bank.find(episode.task_name)
        except KeyError as error:
            raise UnknownTask(error.args[0]) from None
        if task.id != episode.task_id:
            message = f"{task.name} is another task since the episode began; reset to begin another"
            raise UnknownTask(message)
        return task

    def _scene(self, episode: Episode) -> Scene:
        parts = self._parts
        task = self._task(episode)
        level = parts.scorer.pool.status().level.value
        start = None if episode.transitions else parts.starts.of(task)
        return Scene(task, parts.scorer.references.of(task), parts.scorer.curriculum, parts.reward_version, level, start)
