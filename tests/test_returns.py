"""When a reward is paid, and what each kind of consumer makes of it."""

import pytest

from code_review_env.returns import StepScore, episode_score, pay

LAZY = [StepScore(0, 0.9) for _ in range(10)]
SOLVED = [StepScore(0, 0.99), StepScore(1, 0.99), StepScore(2, 0.99)]


def paid(mode: str, scores: list[StepScore]) -> list[float]:
    """All rewards of an episode in order; the last step ends it."""
    return [
        pay(mode, scores[: at + 1], stages=3, done=at == len(scores) - 1)  # type: ignore[arg-type]
        for at in range(len(scores))
    ]


def test_step_pays_the_score_itself() -> None:
    """The specification's behaviour."""
    assert paid("step", SOLVED) == [0.99, 0.99, 0.99]


def test_terminal_pays_once() -> None:
    """0.0 until done, then the mean over the stages."""
    assert paid("terminal", SOLVED) == [0.0, 0.0, pytest.approx(0.99)]


def test_delta_sums_to_the_episode_score_and_may_be_negative() -> None:
    """Differences telescope."""
    scores = [StepScore(0, 0.8), StepScore(0, 0.5), StepScore(0, 0.99), StepScore(1, 0.5)]
    rewards = paid("delta", scores)
    assert sum(rewards) == pytest.approx(episode_score(scores, 3))
    assert rewards[1] < 0


def test_a_repeat_earns_nothing_in_delta() -> None:
    """The same score again is a difference of 0."""
    assert paid("delta", LAZY)[1:] == [0.0] * 9


@pytest.mark.parametrize(
    "consume", [sum, lambda rewards: rewards[-1], max], ids=["verifiers sums", "TRL takes the last", "best"]
)
@pytest.mark.parametrize("mode", ["delta", "terminal"])
def test_ten_lazy_steps_never_beat_solving_at_once(mode: str, consume: object) -> None:
    """For consumers that sum, keep the last, or keep the best; in `delta` the last difference alone is no return."""
    if mode == "delta" and consume is not sum:
        consume = sum
    assert consume(paid(mode, LAZY)) < consume(paid(mode, SOLVED))  # type: ignore[operator]
