"""The keys of a task file, and one clear sentence for each thing that can be wrong with them."""

import datetime as dt
import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from code_review_env.tasks.evaluate import NotEvaluable, evaluate
from code_review_env.tasks.literal import NotLiteral, literal

MAX_EXAMPLES: Final = 100

_EXPECTATIONS: Final = frozenset({"expect", "expected", "output", "result", "returns", "value"})


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    Attributes:
        key: e.g. `examples[0].args`, or "" for the whole file.
        sentence: what is wrong with it.
        line: where the key stands in its file, from 1, or None.
    """

    key: str
    sentence: str
    line: int | None = None

    def told(self, file: str) -> str:
        """In one line, as compilers do: `own.toml:3: entry: ...`."""
        place = file if self.line is None else f"{file}:{self.line}"
        return f"{place}: {f'{self.key}: ' if self.key else ''}{self.sentence}"


def _spelled(kind: type, given: object) -> object:
    """`given`, or the value of the Python literal that it spells, made of what a task may pass."""
    try:
        found = evaluate(given) if isinstance(given, str) else given
        literal(found)
    except NotEvaluable as error:
        message = f"as a string it must be a Python {kind.__name__} literal; {error}"
        raise ValueError(message) from error
    except NotLiteral as error:
        raise ValueError(str(error)) from error
    if type(found) is not kind:
        message = f"must be a {kind.__name__}, or one string that is a Python {kind.__name__} literal"
        raise ValueError(message)
    return found


def _arguments(given: object) -> object:
    return _spelled(list, given)


def _keywords(given: object) -> object:
    found = _spelled(dict, given)
    if isinstance(found, dict) and not all(isinstance(name, str) for name in found):
        message = "keyword names must be strings"
        raise ValueError(message)
    return found


def _starts(given: object) -> object:
    return [given] if isinstance(given, Mapping) else given


def _moment(given: object) -> object:
    if isinstance(given, dt.datetime):
        return (given if given.tzinfo else given.replace(tzinfo=dt.UTC)).timestamp()
    return given


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ExampleRow(_Row):
    """One `[[examples]]` table: a call of the entry point."""

    args: Annotated[list[object], BeforeValidator(_arguments)] = Field(default_factory=list)
    kwargs: Annotated[dict[str, object], BeforeValidator(_keywords)] = Field(default_factory=dict)


class ToolRow(_Row):
    """One start of a scripted program."""

    stdout: str = ""
    stderr: str = ""
    exit: int = Field(default=0, ge=0, le=255)
    missing: bool = False


class TaskRows(_Row):
    """A whole task file.

    Attributes:
        entry: name of the top-level function under test.
        stage: name of the stage whose rules judge the task.
        messy: source text when it holds a newline, else a path relative to the file.
        oracle: a clean version, given like `messy`.
        name: how the task is listed; the file's own name unless given.
        instruction: for the agent.
        examples: calls that the agent is shown.
        tools: program -> its successive starts; one table stands for every start.
        files: path -> content of files that the code may open.
        now: the frozen clock, POSIX seconds or a date-time (UTC unless it says otherwise).
        exact_floats: compare floats bit for bit.
    """

    entry: str = Field(min_length=1)
    stage: str
    messy: str
    oracle: str | None = None
    name: str = ""
    instruction: str = ""
    examples: list[ExampleRow] = Field(min_length=1, max_length=MAX_EXAMPLES)
    tools: dict[str, Annotated[list[ToolRow], BeforeValidator(_starts), Field(min_length=1)]] = Field(default_factory=dict)
    files: dict[str, str] = Field(default_factory=dict)
    now: Annotated[float | None, BeforeValidator(_moment)] = None
    exact_floats: bool = False


_MODELS: Final[Mapping[str, type[BaseModel]]] = {"": TaskRows, "examples": ExampleRow, "tools": ToolRow}


def read(data: Mapping[str, object]) -> TaskRows | tuple[Problem, ...]:
    """The rows, or everything that is wrong with the keys and their values."""
    try:
        rows = TaskRows.model_validate(data)
    except ValidationError as error:
        return tuple(Problem(_key(detail["loc"]), _sentence(detail)) for detail in error.errors())
    if rows.now is not None and not math.isfinite(rows.now):
        return (Problem("now", "must be a finite number of seconds"),)
    return rows


def suggestion(word: str, known: list[str]) -> str:
    """`; did you mean 'x'?`, or what there is to choose from."""
    close = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {close[0]!r}?" if close else f"; there are: {', '.join(known)}"


def _key(loc: tuple[int | str, ...]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in loc).lstrip(".")


def _sentence(detail: ErrorDetails) -> str:
    kind, loc = detail["type"], detail["loc"]
    if kind == "extra_forbidden":
        return _unknown(str(loc[-1]), str(loc[0]) if len(loc) > 1 else "")
    if kind == "missing":
        return "is required and not given"
    if kind == "too_short" and loc == ("examples",):
        return "at least one example is needed: a call such as args = [1, 2]"
    if kind == "value_error":
        return str(detail["ctx"]["error"])
    message = detail["msg"].replace("Input should", "should")
    return f"{message[0].lower()}{message[1:]}, not {_short(detail['input'])}"


def _unknown(key: str, table: str) -> str:
    if table == "examples" and key in _EXPECTATIONS:
        return "unknown key; an example holds the call only, what it must give comes from running the reference"
    return "unknown key" + suggestion(key, list(_MODELS[table].model_fields))


def _short(given: object) -> str:
    text = repr(given)
    return text if len(text) <= 60 else f"{text[:57]}..."  # noqa: PLR2004  what fits on one line beside the sentence
