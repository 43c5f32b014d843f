"""Our engine beside what others do, on the same submissions in turns."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

from code_review_env.benchmarks import engine
from code_review_env.benchmarks.corpus import submissions, tasks
from code_review_env.benchmarks.peers import local
from code_review_env.benchmarks.peers.foreign import Foreign, NotRunnable
from code_review_env.benchmarks.record import Figure, Left, Target, value
from code_review_env.benchmarks.rig import Rig
from code_review_env.benchmarks.sides import Each, Side, compare, figures

PART: Final = "peers"
MAX_ROUNDS: Final = 3
"""The slowest peer needs 50 times our time."""

STRIDE: Final = 2
"""Every second submission: 100 of them, of all tasks and kinds."""

TWICE: Final = f"{local.PYTEST}, 2 at once"
OURS_TWICE: Final = engine.BATCH.format(2)

FOREIGN: Final = (
    Foreign("EvalPlus 0.3.1", "evalplus_check.py", ("evalplus==0.3.1", "numpy==2.4.6", "psutil==7.2.2"), alone=True),
    Foreign("OpenEnv 0.10.0 coding_env", "openenv_exec.py", ("smolagents==1.26.0",)),
    Foreign("verifiers 0.4.0", "verifiers_run.py", ("verifiers==0.4.0",), dependencies=True, alone=True),
)


def measure(rig: Rig) -> Iterator[Figure | Left]:
    """Run the part."""
    setting = rig.setting
    corpus = submissions()[:: setting.stride * STRIDE]
    limited = replace(setting, rounds=min(setting.rounds, MAX_ROUNDS))
    scorers = [engine.warm(rig.scorer(count), tasks()) for count in engine.WORKERS]
    with ExitStack() as stack:
        sides: list[Each] = [Each(local.PYTEST, local.pytest_and_ruff), Each(local.FRESH, local.fresh_and_ruff)]
        for peer in FOREIGN if setting.foreign else ():
            setting.say(f"setting up {peer.name}")
            found = started(peer, setting.home, stack)
            if isinstance(found, Left):
                yield found
            else:
                sides.append(found)
        both: list[Side] = [*engine.sides(scorers), *sides, Each(TWICE, local.pytest_and_ruff, at_once=2)]
        series = compare(both, corpus, limited)
    for name, one in series.items():
        yield from figures(PART, name, one)
    for side in sides:
        # A peer that only fails would be quick.
        agrees = series[side.name].agreement(series[engine.OURS])
        yield Figure(part=PART, subject=side.name, metric="agrees", unit="%", value=100 * agrees)


def started(peer: Foreign, home: Path, stack: ExitStack) -> Each | Left:
    """The peer as a side, or why it cannot be one here."""
    try:
        driver = stack.enter_context(peer.running(home))
        for submission in submissions()[:1]:
            driver.handle(submission)
    except NotRunnable as error:
        return Left(part=PART, subject=peer.name, reason=str(error))
    return Each(peer.name, driver.handle)


def targets(found: Sequence[Figure]) -> Iterator[Target]:
    """Throughput against the usual way."""
    ours, usual = value(found, PART, OURS_TWICE, "throughput"), value(found, PART, TWICE, "throughput")
    if ours and usual:
        yield Target(name=f"throughput on two workers / {TWICE}", at_least=50.0, value=ours / usual)
