"""Result panel, announcement, history, task, notices."""

from collections.abc import Callable

import pytest

from code_review_env.env.errors import CodeReviewError, EpisodeOver, PoolSaturated, UnknownEpisode
from code_review_env.server.ui.brief import brief
from code_review_env.server.ui.page import kept
from code_review_env.server.ui.result import announcement, history, result
from code_review_env.server.ui.view import View
from code_review_env.server.ui.widgets import notice


def test_before_a_step_the_result_says_what_will_stand_there(fresh: Callable[..., View]) -> None:
    """An empty panel is an invitation."""
    assert "Nothing is submitted yet" in result(fresh())
    assert announcement(fresh()) == "New episode. Stage easy, step 0 of 10."


def test_the_result_holds_every_part(judged: Callable[..., View]) -> None:
    """Headline, parts, tests, findings, identity, changes, words."""
    made = result(judged())
    for heading in ("Step 1, stage easy", "Reward parts", "Tests", "Findings", "Identity", "Changes", "What an agent reads"):
        assert heading in made
    assert announcement(judged()) == "Step 1 of 10: reward 0.647, stage easy not cleared."


def test_a_file_that_did_not_run_says_why_first(judged: Callable[..., View]) -> None:
    """The reason stands above the parts."""
    words = "Stage easy not cleared: reward 0.010.\nThe submission is not valid Python: line 1."
    made = result(judged(verdict="unparsable", feedback=words, identity=False))
    assert '<p class="cre-caution">The submission is not valid Python: line 1.</p>' in made


def test_a_repeat_is_named(judged: Callable[..., View]) -> None:
    """Sending the same source twice earns nothing new."""
    assert "judged before in this episode" in result(judged(repeat=True))


def test_the_history_has_a_row_a_step(judged: Callable[..., View]) -> None:
    """Stage, reward and parts of each, and the seed that names the episode."""
    made = history(judged())
    assert "<td>1</td><td>easy</td><td>0.647</td><td>holds</td><td>50%</td><td>80%</td>" in made
    assert "seed 7" in made


def test_the_task_shows_instruction_signature_and_examples(fresh: Callable[..., View]) -> None:
    """All that an agent is told at reset."""
    made = brief(fresh())
    for part in ("Clean it up.", "def total(items)", "<td><code>total([1])</code></td><td><code>1</code></td>"):
        assert part in made
    assert "cre-banner" not in made


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"cleared": True, "stage": "medium"}, "Stage easy is cleared. The editor now holds the file of stage medium."),
        ({"done": True, "cleared": True, "step": 3}, "Every stage is cleared; steps used: 3."),
        ({"done": True, "truncated": True, "step": 10}, "All 10 steps are used."),
    ],
)
def test_the_standing_of_the_episode_is_a_sentence(judged: Callable[..., View], fields: dict[str, object], said: str) -> None:
    """Promotion and both ways to end."""
    assert said in brief(judged(**fields))


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (EpisodeOver("episode 'e' is over"), "Episode &#39;e&#39; is over. "),
        (PoolSaturated("all workers are busy"), "All workers are busy. Nothing was scored and no step was used"),
        (UnknownEpisode("no episode has the id '<script>'"), "&lt;script&gt;"),
    ],
)
def test_an_error_is_a_sentence(error: CodeReviewError, said: str) -> None:
    """With what it means for the visitor, and never as markup."""
    made = notice(error)
    assert said in made
    assert 'role="alert"' in made


def test_the_page_says_how_long_it_keeps_submissions() -> None:
    """Whole days without a fraction, or that nothing lasts."""
    assert "stored here for 30 days" in kept(30.0, ephemeral=False)
    assert "stored here until this server restarts" in kept(30.0, ephemeral=True)
