"""Episodes on disk."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from code_review_env.env.episode import Episode, Terms, Transition, advance
from code_review_env.env.errors import EpisodeConflict, StoreBusy, UnknownBundle, UnknownEpisode
from code_review_env.env.feedback.bundle import Bundle
from code_review_env.env.scoring.report import Diagnostic, GroupResult, IdentityCheck, Report
from code_review_env.env.store import EpisodeStore

BUNDLE = Bundle("b1", '{"schema":"x"}', {"level": "A", "cpu_s": 0.5})
TERMS = Terms("e1", 5.0, 7, "train", ("easy", "hard"), ("a" * 64, "b" * 64), 3)


def transition(*, stage: int = 0, cleared: bool = False, code: str = "x = 1\n") -> Transition:
    """A step with every kind of fact in it."""
    report = Report(
        stage="easy",
        task_id="a" * 64,
        submission_sha256=code,
        verdict="ok",
        identity=(IdentityCheck("name", ok=True, message="kept"),),
        groups=(GroupResult("g", "example", visible=True, passed=False, cases=2, failure="f(1): expected 1, got 2"),),
        findings=(Diagnostic(1, 2, "E501", "too long"),),
    )
    return Transition(6.0, stage, code, "whole", reply_truncated=False, report=report, seed_reward=0.5, improvement=0.1,
                      cleared=cleared, paid=0.5, repeat=False)  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> EpisodeStore:
    """A store in a folder that does not exist yet."""
    return EpisodeStore(tmp_path / "deep" / "episodes.sqlite3")


def test_an_episode_comes_back_as_it_was(store: EpisodeStore, tmp_path: Path) -> None:
    """Terms and transitions survive a second process that opens the same file."""
    episode = store.create(TERMS)
    for step in (transition(), transition(code="y = 2\n", cleared=True)):
        store.append(episode, step)
        episode = advance(episode, step)
    again = EpisodeStore(tmp_path / "deep" / "episodes.sqlite3").load("e1")
    assert again == episode
    assert (again.step, again.cleared_stages, again.stage, again.done) == (2, ("easy",), 1, False)


def test_a_taken_id_is_refused(store: EpisodeStore) -> None:
    """Two resets with one id cannot both win."""
    store.create(TERMS)
    with pytest.raises(EpisodeConflict, match="exists"):
        store.create(TERMS)


def test_an_unknown_id_is_told(store: EpisodeStore) -> None:
    """Loading, appending and deleting what is not there all say so."""
    with pytest.raises(UnknownEpisode, match="nope"):
        store.load("nope")
    with pytest.raises(UnknownEpisode):
        store.append(Episode(TERMS), transition())
    with pytest.raises(UnknownEpisode):
        store.delete("e1")


def test_the_second_of_two_racing_steps_is_refused(store: EpisodeStore) -> None:
    """Both saw step 0; one wins, the other learns it and nothing is written twice."""
    episode = store.create(TERMS)
    store.append(episode, transition())
    with pytest.raises(EpisodeConflict, match="first"):
        store.append(episode, transition(code="other"))
    assert store.load("e1").transitions == (transition(),)


def test_delete_and_prune_forget_steps_too(store: EpisodeStore) -> None:
    """Nothing of a submission stays behind."""
    store.append(store.create(TERMS), transition())
    assert store.prune(before=5.0) == 0
    assert store.prune(before=5.1) == 1
    with pytest.raises(UnknownEpisode):
        store.load("e1")


def test_a_newer_schema_is_not_touched(tmp_path: Path) -> None:
    """A file that a later release wrote is refused instead of misread."""
    path = tmp_path / "episodes.sqlite3"
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreBusy, match="99"):
        EpisodeStore(path)


def test_a_file_of_the_first_schema_is_carried_on(tmp_path: Path) -> None:
    """Episodes that were played before there were bundles come back, and go on with them."""
    path = tmp_path / "episodes.sqlite3"
    store = EpisodeStore(path)
    store.append(store.create(TERMS), transition())
    store.close()
    db = sqlite3.connect(path)
    db.executescript("DROP TRIGGER forget_unused; DROP TABLE uses; DROP TABLE bundles; PRAGMA user_version = 1")
    terms = json.loads(db.execute("SELECT terms FROM episodes").fetchone()[0])
    body = json.loads(db.execute("SELECT body FROM transitions").fetchone()[0])
    del terms["weights"], body["report"]["types"], body["report"]["suppressions"]
    for name in ("bundle_id", "prev_bundle_id", "process", "exact"):
        del body[name]
    db.execute("UPDATE episodes SET terms = ?", (json.dumps(terms),))
    db.execute("UPDATE transitions SET body = ?", (json.dumps(body),))
    db.commit()
    db.close()
    again = EpisodeStore(path)
    episode = again.load("e1")
    assert episode == Episode(TERMS, (transition(),))
    again.append(episode, transition(code="y = 2\n"), BUNDLE)
    assert again.bundle(BUNDLE.id) == BUNDLE


def test_a_bundle_is_kept_once_and_as_long_as_an_episode_has_it(store: EpisodeStore) -> None:
    """Two episodes share it; with the second of them it is forgotten."""
    store.create(TERMS, BUNDLE)
    store.append(store.create(replace(TERMS, episode_id="e2")), transition(), BUNDLE, BUNDLE)
    assert sorted(store.users(BUNDLE.id)) == ["e1", "e2"]
    store.delete("e1")
    assert store.bundle(BUNDLE.id) == BUNDLE
    store.delete("e2")
    with pytest.raises(UnknownBundle, match="b1"):
        store.bundle(BUNDLE.id)


def test_episode_ends_by_clearing_or_by_its_budget() -> None:
    """`done` without `truncated` when solved, with it when the steps ran out."""
    solved = Episode(TERMS, (transition(cleared=True), transition(stage=1, cleared=True)))
    spent = Episode(TERMS, (transition(), transition(), transition(cleared=True)))
    last = Episode(TERMS, (transition(), transition(cleared=True), transition(stage=1, cleared=True)))
    assert (solved.done, solved.truncated) == (True, False)
    assert (spent.done, spent.truncated) == (True, True)
    assert (last.done, last.truncated) == (True, False)
