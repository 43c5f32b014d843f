"""How a command ends: the exit status tells whose fault it was."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

import typer
from pydantic import ValidationError

from code_review_env.baseline_agent.unscored import Unscored
from code_review_env.env.errors import CodeReviewError, ConfinementMissing, Unavailable
from code_review_env.tasks.task import InvalidTask

DONE: Final = 0
NOT_CLEARED: Final = 1
USAGE: Final = 2
MACHINERY: Final = 3


@contextmanager
def reporting_errors() -> Iterator[None]:
    """Turn domain errors into one line and an exit status."""
    try:
        yield
    except (Unavailable, ConfinementMissing, Unscored) as error:
        stop(str(error), MACHINERY)
    except ValidationError as error:
        stop("; ".join(f"{_named(error.title, fault['loc'])}: {fault['msg']}" for fault in error.errors()), USAGE)
    except (CodeReviewError, InvalidTask, OSError, ValueError) as error:
        stop(str(error), USAGE)
    except KeyError as error:
        stop(str(error.args[0]), USAGE)


def _named(model: str, place: tuple[int | str, ...]) -> str:
    """A field as the user wrote it: settings come from variables."""
    where = ".".join(map(str, place))
    return f"CRE_{where.upper()}" if model == "Settings" else where


def stop(message: str, status: int) -> NoReturn:
    """End with one line on standard error."""
    sys.stderr.write(f"error: {message}\n")
    raise typer.Exit(status)
