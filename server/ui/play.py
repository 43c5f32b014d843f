"""From a visitor's intention to what the page shows: calls the environment and gathers, decides nothing."""

import json
from dataclasses import dataclass, replace
from typing import Final

from code_review_env.env.access import load_open
from code_review_env.env.admission.playable import admit_own
from code_review_env.env.check.own import own_file
from code_review_env.env.environment import CodeReviewEnvironment, Parts
from code_review_env.env.episode import Episode, Transition
from code_review_env.env.errors import UnknownEpisode
from code_review_env.env.scoring.reward import judge
from code_review_env.env.scoring.score import sha256_of
from code_review_env.env.shelf import Shelf
from code_review_env.models import CodeReviewAction, CodeReviewObservation
from code_review_env.server.ui.view import Step, View
from code_review_env.tasks.curriculum import Curriculum

NAME_DIGITS: Final = 32
"""Of the hash of a file that was brought; 128 bits are not guessed."""


@dataclass(frozen=True, slots=True)
class Play:
    """What a visitor can do. Holds no episode: the store does, under the id in the visitor's address bar.

    Attributes:
        parts: shared with every other way into the environment.
    """

    parts: Parts

    def begin(self, stage: str | None, seed: int | None) -> View:
        """A new episode over one stage, or over all of them.

        Raises:
            CodeReviewError: as `reset`.
        """
        return self._view(CodeReviewEnvironment(self.parts).reset(seed=seed, stage=stage))

    def bring(self, source: str, entry: str, stage: str) -> View:
        """A new episode over the visitor's own file.

        Raises:
            CodeReviewError: the file cannot be taken, with the line; or as `reset`.
            TaskFileError, InvalidTask: likewise.
        """
        scorer, found = self.parts.scorer, own_file(self.parts.scorer.pool, source, entry, stage)
        name = sha256_of(json.dumps(found))[:NAME_DIGITS]
        task = Shelf(self.parts.store.database).put(name, found, self.parts.chance.draw().now)
        admit_own(scorer, task)
        return self._view(CodeReviewEnvironment(self.parts).reset(task_id=task.name))

    def submit(self, episode_id: str, code: str) -> View:
        """Judge a submission.

        Raises:
            CodeReviewError: as `step`.
        """
        return self._view(CodeReviewEnvironment(self.parts).step(CodeReviewAction(code=code), episode_id=episode_id))

    def recall(self, episode_id: str) -> View:
        """The episode as of its last step.

        Raises:
            CodeReviewError: no such episode, or it has an owner.
        """
        return self._view(CodeReviewEnvironment(self.parts).recall(episode_id))

    def film(self, episode_id: str) -> tuple[View, ...]:
        """The episode after 0, 1, ... steps, by its id or by the name it is shared under.

        Raises:
            CodeReviewError: no such episode, or it may not be seen that far.
        """
        store = self.parts.store
        try:
            episode = load_open(store, store.shared(episode_id), None)
        except UnknownEpisode:
            episode = load_open(store, episode_id, None)
        environment = CodeReviewEnvironment(self.parts)
        steps = range(episode.step + 1)
        return tuple(self._seen(environment.recall(episode.terms.episode_id, step=at), episode.until(at)) for at in steps)

    def _view(self, seen: CodeReviewObservation) -> View:
        store = self.parts.store
        return replace(self._seen(seen, store.load(seen.episode_id)), share=store.share(seen.episode_id))

    def _seen(self, seen: CodeReviewObservation, episode: Episode) -> View:
        curriculum = self.parts.scorer.curriculum
        last = episode.transitions[-1] if episode.transitions else None
        return View(
            seen=seen,
            stages=tuple(curriculum.stage(name) for name in episode.terms.stages),
            shaping=curriculum.shaping,
            seed=episode.terms.seed,
            steps=tuple(_step(episode, one, curriculum) for one in episode.transitions),
            original=self.parts.bank.find(episode.terms.task_name(last.stage)).messy if last else "",
            submitted=last.code if last else "",
        )


def _step(episode: Episode, transition: Transition, curriculum: Curriculum) -> Step:
    reward = judge(transition.report, curriculum)
    return Step(
        stage=transition.report.stage,
        reward=transition.seed_reward,
        identity=reward.identity == 1.0,
        functional=reward.functional if episode.terms.feedback == "full" else None,
        quality=reward.quality,
        cleared=transition.cleared,
        repeat=transition.repeat,
    )
