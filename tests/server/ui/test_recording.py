"""The run that the first view shows is what the environment does."""

from pathlib import Path

from code_review_env.env import assemble
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.store import EpisodeStore
from code_review_env.server.ui.film import film
from code_review_env.server.ui.recording import record, recorded
from code_review_env.server.ui.view import View
from code_review_env.tasks.bank import TaskBank


def told(views: tuple[View, ...]) -> list[tuple[object, ...]]:
    """What a viewer reads off each frame."""
    return [(one.seen.step, one.seen.judged_stage, one.seen.seed_reward, one.seen.cleared, one.submitted) for one in views]


def test_playing_it_again_gives_the_same_run(tmp_path: Path) -> None:
    """Steps, rewards and files of the shipped run come out of the environment of today."""
    with assemble.parts(PoolSettings(workers=1), EpisodeStore(tmp_path / "episodes.sqlite3"), TaskBank.load()) as parts:
        assert told(record(parts)) == told(recorded())


def test_the_run_fails_once_and_then_clears_three_stages() -> None:
    """A start and four steps."""
    assert [(stage, cleared) for _, stage, _, cleared, _ in told(recorded())] == [
        (None, False),
        ("easy", False),
        ("easy", True),
        ("medium", True),
        ("hard", True),
    ]


def test_a_film_has_a_frame_a_view() -> None:
    """All but the first are hidden until the script shows them; a hostile name is text."""
    made = film(recorded(), name="<script>", loop=True)
    assert made.count('<article class="cre-frame"') == 5
    assert "<script>" not in made
