"""Replay: every number of a trace computed again, and each that differs named.

Facts are found anew in the sandbox, or the recorded ones are taken as found and only what follows from them is computed: ids,
rewards of both schemes, what was paid, process rewards. Either way goes through the code that made the numbers.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Protocol

from code_review_env.env.episode import Episode, Terms, Transition, advance, kept_exactly
from code_review_env.env.errors import InvalidParameter, ReplayMismatch
from code_review_env.env.feedback.bundle import Bundle, Json
from code_review_env.env.feedback.differ import ABSENT, differences
from code_review_env.env.feedback.settle import settle
from code_review_env.env.feedback.starts import Start
from code_review_env.env.feedback.trace import CIRCUMSTANCES, Recorded, Row, source_of, start_row, step_row
from code_review_env.env.scoring.report import Report
from code_review_env.env.scoring.score import sha256_of
from code_review_env.reply import printable
from code_review_env.tasks.curriculum import Curriculum, load_curriculum

SHOWN: Final = 3
"""Differences that an error message quotes."""

LONGEST: Final = 100
"""Characters of a value in a line for people."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that does not repeat.

    Attributes:
        line: 1-based, of the trace.
        step: of the episode, 0 for its terms.
        path: of the value within the row, e.g. `bundle.facts.diagnostics[2].message`.
        recorded: as the trace has it.
        found: as it was computed again.
    """

    line: int
    step: int
    path: str
    recorded: Any
    found: Any

    def __str__(self) -> str:
        """One line for people."""
        return f"line {self.line}, step {self.step}: {self.path}: recorded {_short(self.recorded)}, found {_short(self.found)}"


@dataclass(frozen=True, slots=True)
class Replayed:
    """What became of one episode."""

    episode_id: str
    steps: int
    differences: tuple[Difference, ...]


def told(done: Iterable[Replayed]) -> Json:
    """The result of a replay as JSON."""
    done = tuple(done)
    return {
        "episodes": len(done),
        "steps": sum(one.steps for one in done),
        "differences": [{"episode_id": one.episode_id, **asdict(part)} for one in done for part in one.differences],
    }


class Facts(Protocol):
    """Where the facts of a replay come from."""

    def unknown(self, terms: Terms) -> Iterator[tuple[str, str, str]]:
        """Path, recorded and found value of each task that there is not, or that is another one now."""

    def start(self, terms: Terms, stage: int, row: Row) -> Start:
        """The original of a stage."""

    def step(self, terms: Terms, stage: int, row: Row, known: Report | None) -> tuple[Report, Bundle]:
        """The facts of a step; `known` are those of an equal source earlier in the stage."""


def replay(recorded: Recorded, facts: Facts) -> Replayed:
    """Compute an episode again.

    Args:
        recorded: the episode as the trace has it.
        facts: where facts come from.

    Raises:
        InvalidParameter: a row lacks what it takes to compute anything.
        Unavailable: our machinery failed.
    """
    found = tuple(_differences(recorded, facts, load_curriculum()))
    return Replayed(recorded.terms.episode_id, len(recorded.steps), found)


def verify(replayed: Iterable[Replayed]) -> None:
    """Insist that everything repeats.

    Raises:
        ReplayMismatch: something does not.
    """
    found = [one for episode in replayed for one in episode.differences]
    if found:
        quoted = "; ".join(str(one) for one in found[:SHOWN])
        raise ReplayMismatch(quoted if len(found) <= SHOWN else f"{quoted}; and {len(found) - SHOWN} more")


def _differences(recorded: Recorded, facts: Facts, curriculum: Curriculum) -> Iterator[Difference]:
    terms, episode = recorded.terms, Episode(recorded.terms)
    missing = [Difference(recorded.line, 0, *one) for one in facts.unknown(terms)]
    yield from missing
    if missing:
        return
    start: Start | None = None
    for number, row in enumerate(recorded.steps, 1):
        if episode.done:
            yield Difference(row.line, number, "step", number, ABSENT)
            return
        if start is None or not episode.here:
            origin = recorded.starts.get(episode.stage) or Row(row.line, {})
            with _reading(origin):
                start = facts.start(terms, episode.stage, origin)
                found = _compared(origin, number, start_row(episode.stage, start.bundle))
            yield from found
        with _reading(row):
            step, made = _step(episode, row, facts)
            step = settle(episode, step, start, curriculum)
            found = _compared(row, number, step_row(number, step, made))
        yield from found
        episode = advance(episode, step)


def _step(episode: Episode, row: Row, facts: Facts) -> tuple[Transition, Bundle]:
    """What was sent is taken from the row; facts and everything that follows from them are not."""
    sent = row.data
    blank = Transition(
        at=sent["at"],
        stage=episode.stage,
        code=sent["code"],
        how=sent["how"],
        reply_truncated=sent["reply_truncated"],
        report=Report("", "", "", ""),
        exact=sent["exact"],
    )
    source = source_of(sent)
    known = episode.judged(sha256_of(source))
    report, made = facts.step(episode.terms, episode.stage, row, known)
    code = printable(source)
    exact = "" if code == source else kept_exactly(source)
    step = replace(blank, code=code, exact=exact, report=report, bundle_id=made.id, repeat=known is not None)
    return step, made


@contextmanager
def _reading(row: Row) -> Iterator[None]:
    """Anybody may have written the row."""
    try:
        yield
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        message = f"line {row.line} cannot be replayed: {type(error).__name__}: {error}"
        raise InvalidParameter(message) from error


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _compared(row: Row, number: int, found: Json) -> list[Difference]:
    recorded = {key: value for key, value in row.data.items() if key not in CIRCUMSTANCES}
    again = {key: value for key, value in found.items() if key not in CIRCUMSTANCES}
    if recorded == again:
        return []
    return [Difference(row.line, number, *one) for one in differences(recorded, again)]
