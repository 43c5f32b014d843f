"""Plays the actions of a run again, on the environment that everybody plays on."""

from collections.abc import Callable
from contextlib import ExitStack

from code_review_env.env.environment import CodeReviewEnvironment, Parts
from code_review_env.env.errors import InvalidParameter
from code_review_env.models import CodeReviewAction
from code_review_env.server.board.course import Course
from code_review_env.server.board.result import DIGITS, EpisodeResult, Result, is_blocked, outcome, told
from code_review_env.server.board.run import Played, Run
from code_review_env.trials.outcome import Outcome
from code_review_env.trials.plan import Bout


def rescored(run: Run, course: Course, parts: Parts, tell: Callable[[int], None]) -> Result:
    """The numbers of a run.

    Args:
        run: over the whole list.
        course: the list.
        parts: of the environment; its store keeps the episodes, unless the run is refused.
        tell: told how many episodes are done; what it raises ends the run.

    Raises:
        InvalidParameter: an episode ends before its actions do, or goes on after them.
        Unavailable: our machinery failed.
    """
    sent = {one.key: one for one in run.episodes}
    outcomes: list[Outcome] = []
    results: list[EpisodeResult] = []
    with ExitStack() as undo:
        for done, bout in enumerate(course.bouts.values()):
            tell(done)
            episode_id = _played(bout, sent[bout.key], parts, undo)
            found, result = _result(bout.key, episode_id, parts)
            outcomes.append(found)
            results.append(result)
        undo.pop_all()
    return told(outcomes, results, run.cost)


def _played(bout: Bout, played: Played, parts: Parts, undo: ExitStack) -> str:
    environment = CodeReviewEnvironment(parts)
    seen = environment.reset(**bout.options)  # type: ignore[arg-type]  # checked by ResetOptions
    undo.callback(parts.store.delete, seen.episode_id)
    for number, code in enumerate(played.actions, 1):
        if seen.done:
            message = f"{bout.key}: the episode is over after {seen.step} steps, action {number} comes too late"
            raise InvalidParameter(message)
        seen = environment.step(CodeReviewAction(code=code))
    if not seen.done:
        message = f"{bout.key}: the episode is not over after {seen.step} of {seen.max_steps} steps; play it to its end"
        raise InvalidParameter(message)
    return seen.episode_id


def _result(key: str, episode_id: str, parts: Parts) -> tuple[Outcome, EpisodeResult]:
    episode, curriculum = parts.store.load(episode_id), parts.scorer.curriculum
    found = outcome(key, episode)
    result = EpisodeResult(
        key=key,
        replay=parts.store.share(episode_id),
        solved=found.solved,
        reward=round(found.reward, DIGITS),
        steps=episode.step,
        hacks_blocked=sum(is_blocked(one, curriculum) for one in episode.transitions),
    )
    return found, result
