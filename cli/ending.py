"""How a command ends: the exit status tells whose fault it was."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

import typer

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
    except (Unavailable, ConfinementMissing) as error:
        stop(str(error), MACHINERY)
    except (CodeReviewError, InvalidTask, OSError, ValueError) as error:
        stop(str(error), USAGE)
    except KeyError as error:
        stop(str(error.args[0]), USAGE)


def stop(message: str, status: int) -> NoReturn:
    """End with one line on standard error."""
    sys.stderr.write(f"error: {message}\n")
    raise typer.Exit(status)
