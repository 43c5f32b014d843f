"""Traces: an episode as rows of JSON that hold all it takes to compute every number of it again.

The first row of an episode tells its terms. Then comes, before the first step of each stage, the original's bundle, and for
each step what was sent, its bundle, and every number that follows. `trace` and `at` tell the circumstances; all else repeats.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from pydantic import TypeAdapter, ValidationError

from code_review_env.align import LineVector
from code_review_env.env.episode import Episode, Terms, Transition, exactly
from code_review_env.env.errors import InvalidParameter
from code_review_env.env.feedback.bundle import Bundle, Json
from code_review_env.potential import ProcessStep

SCHEMA: Final = "code-review-trace/1"
CIRCUMSTANCES: Final = frozenset({"trace", "at"})
"""Keys of a row that may differ in a replay."""

_TERMS: Final = TypeAdapter(Terms)
_PROCESS: Final = TypeAdapter(ProcessStep)
_LINES: Final = TypeAdapter(LineVector)


@dataclass(frozen=True, slots=True)
class Row:
    """One row as it was read; `line` is its 1-based place in the file."""

    line: int
    data: Json


@dataclass(frozen=True, slots=True)
class Recorded:
    """One episode of a trace.

    Attributes:
        line: of its first row.
        terms: of the episode.
        starts: rows of the originals, by index of their stage.
        steps: rows of the steps.
    """

    line: int
    terms: Terms
    starts: dict[int, Row]
    steps: tuple[Row, ...]


def rows(episode: Episode, find: Callable[[str], Bundle]) -> Iterator[Json]:
    """The trace of an episode.

    Args:
        episode: with at least one step.
        find: gives the bundle of an id.

    Raises:
        InvalidParameter: the episode was played before there were bundles.
    """
    # Whoever has the trace need not learn a hash of the owner's secret.
    terms = _TERMS.dump_python(replace(episode.terms, owner_sha256=""), mode="json")
    yield {"kind": "episode", "schema": SCHEMA, "terms": terms}
    stage = -1
    for number, step in enumerate(episode.transitions, 1):
        if not step.bundle_id:
            message = f"episode {episode.terms.episode_id!r} was played before there were bundles"
            raise InvalidParameter(message)
        if step.stage != stage:
            stage = step.stage
            yield start_row(stage, find(step.prev_bundle_id))
        yield step_row(number, step, find(step.bundle_id))


def start_row(stage: int, bundle: Bundle) -> Json:
    """The original of a stage."""
    return {"kind": "start", "stage": stage, "bundle_id": bundle.id, "bundle": bundle.document(), "trace": dict(bundle.trace)}


def step_row(number: int, step: Transition, bundle: Bundle) -> Json:
    """One step with everything that was computed of it."""
    return {
        "kind": "step",
        "step": number,
        "stage": step.stage,
        "at": step.at,
        "code": step.code,
        "exact": step.exact,
        "how": step.how,
        "reply_truncated": step.reply_truncated,
        "repeat": step.repeat,
        "bundle_id": step.bundle_id,
        "prev_bundle_id": step.prev_bundle_id,
        "bundle": bundle.document(),
        "trace": dict(bundle.trace),
        "seed_reward": step.seed_reward,
        "improvement": step.improvement,
        "cleared": step.cleared,
        "paid": step.paid,
        "process": _PROCESS.dump_python(step.process, mode="json") if step.process else None,
        "lines": _LINES.dump_python(step.lines, mode="json") if step.lines else None,
    }


def written(found: Iterable[Json]) -> Iterator[str]:
    """Rows as lines of a file."""
    return (json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in found)


def read(lines: Iterable[str]) -> Iterator[Recorded]:
    """The episodes of a file, one after another.

    Raises:
        InvalidParameter: a line is not what it should be, by its number.
    """
    head: Row | None = None
    rest: list[Row] = []
    for row in _rows(lines):
        if row.data["kind"] == "episode":
            if head is not None:
                yield _recorded(head, rest)
            head, rest = row, []
        elif head is None:
            raise _wrong(row.line, "comes before the row of its episode")
        else:
            rest.append(row)
    if head is not None:
        yield _recorded(head, rest)


def source_of(step: Json) -> str:
    """The source of a step's row, as it was judged."""
    return exactly(step["exact"]) if step["exact"] else str(step["code"])


def _recorded(head: Row, rest: list[Row]) -> Recorded:
    starts = {row.data.get("stage", -1): row for row in rest if row.data["kind"] == "start"}
    return Recorded(head.line, _terms(head), starts, tuple(row for row in rest if row.data["kind"] == "step"))


def _rows(lines: Iterable[str]) -> Iterator[Row]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise _wrong(number, f"is not JSON: {error}") from error
        if not isinstance(data, dict) or data.get("kind") not in {"episode", "start", "step"}:
            raise _wrong(number, "is no row of a trace: its kind is not episode, start or step")
        yield Row(number, data)


def _terms(row: Row) -> Terms:
    if row.data.get("schema") != SCHEMA:
        raise _wrong(row.line, f"has the schema {row.data.get('schema')!r}, this release reads {SCHEMA!r}")
    try:
        terms = _TERMS.validate_python(row.data.get("terms"))
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        raise _wrong(row.line, f"terms.{'.'.join(map(str, fault['loc']))}: {fault['msg']}") from error
    if not terms.stages or {len(terms.task_ids), len(terms.task_names or terms.task_ids)} != {len(terms.stages)}:
        raise _wrong(row.line, "terms: every stage has a task id and a task name, and there is one at least")
    return terms


def _wrong(line: int, what: str) -> InvalidParameter:
    return InvalidParameter(f"line {line} {what}")
