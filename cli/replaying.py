"""`replay` and `episodes`: traces out of the store, and every number of a trace computed again."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from code_review_env.env.feedback.replay import Facts, Replayed, replay
from code_review_env.env.feedback.trace import Recorded, read, rows, written
from code_review_env.env.feedback.witness import Found, Recalled
from code_review_env.env.scoring.score import open_scorer
from code_review_env.server.keeping import open_store
from code_review_env.server.settings import Settings
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.curriculum import load_curriculum

SHOWN: Final = 50
"""Differences that are printed; `--json` tells all."""


def exported(episode_id: str) -> list[str]:
    """The lines of an episode's trace, out of the store of this machine.

    Raises:
        UnknownEpisode: no such id.
        InvalidParameter: the episode was played before there were bundles.
    """
    settings = Settings()
    with open_store(settings.data_dir, settings.data_keeps) as store, closing(store):
        return list(written(rows(store.load(episode_id), store.bundle)))


def replayed(trace: Path, bank: TaskBank, *, facts_only: bool, workers: int) -> list[Replayed]:
    """Replay every episode of a file, with a progress bar on standard error.

    Args:
        trace: the file.
        bank: has its tasks.
        facts_only: compute only what follows from the recorded facts.
        workers: episodes at once.

    Raises:
        InvalidParameter: a line is not what it should be.
        Unavailable: our machinery failed.
    """
    with trace.open(encoding="utf-8") as lines:
        recorded = list(read(lines))
    with _facts(bank, facts_only=facts_only, workers=workers) as facts, Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("replay", total=sum(len(one.steps) for one in recorded))
        done = []
        for one in _each(recorded, facts, workers):
            progress.advance(bar, one.steps)
            done.append(one)
    return done


def _each(recorded: list[Recorded], facts: Facts, workers: int) -> Iterator[Replayed]:
    with ThreadPoolExecutor(workers) as threads:
        yield from threads.map(partial(replay, facts=facts), recorded)


@contextmanager
def _facts(bank: TaskBank, *, facts_only: bool, workers: int) -> Iterator[Facts]:
    if facts_only:
        yield Recalled(load_curriculum())
        return
    settings = Settings()
    pool, types = replace(settings.pool(), workers=workers), settings.analysers.dialect
    with open_scorer(pool, lint=settings.lint, types=types) as scorer:
        yield Found.by(scorer, bank)


def print_replayed(done: list[Replayed]) -> None:
    """Each difference in a line, then a sentence."""
    console = Console(soft_wrap=True)
    found = [difference for one in done for difference in one.differences]
    for difference in found[:SHOWN]:
        console.print(escape(str(difference)))
    if len(found) > SHOWN:
        console.print(f"and {len(found) - SHOWN} more")
    steps = sum(one.steps for one in done)
    console.print(f"{len(done)} episodes, {steps} steps: {f'{len(found)} differences' if found else 'everything repeats'}")
