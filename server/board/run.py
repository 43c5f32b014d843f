"""A run as it is sent: who played, and what was sent in each episode. What it earned is not taken from anybody."""

import json
import zlib
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from code_review_env.env.errors import InvalidParameter
from code_review_env.server.board.course import Course
from code_review_env.server.errors import sentences

NAME: Final = r"^[A-Za-z0-9][A-Za-z0-9 ._:/@+-]*$"
"""No name can be markup, a formula of a spreadsheet, or look like another one."""

Name = Annotated[str, Field(min_length=1, max_length=80, pattern=NAME)]
Amount = Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)]
MAX_ACTIONS: Final = 100
"""Of an episode; none is longer."""


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Played(_Sent):
    """One episode: its key in the list of the board, and the code of each action in order."""

    key: str = Field(max_length=255)
    actions: tuple[str, ...] = Field(min_length=1, max_length=MAX_ACTIONS)


class Cost(_Sent):
    """What the run cost, by the word of whoever sends it."""

    calls: int = Field(default=0, ge=0)
    tokens_in: int = Field(default=0, ge=0)
    tokens_out: int = Field(default=0, ge=0)
    seconds: Amount = Field(default=0.0, description="That the model took.")
    money: Amount = Field(default=0.0, description="US dollars.")


class Run(_Sent):
    """A complete run over the list of the board."""

    agent: Name
    version: Name
    bank_digest: str | None = Field(default=None, description="Of the bank that was played; refused where ours differs.")
    episodes: tuple[Played, ...]
    cost: Cost | None = None

    @classmethod
    def read(cls, text: bytes) -> Self:
        """The run in the body of a request.

        Raises:
            InvalidParameter: it is none.
        """
        try:
            return cls.model_validate(json.loads(text))
        except ValidationError as error:
            raise InvalidParameter(sentences(error)) from None
        except (ValueError, RecursionError) as error:
            message = f"the body is not JSON: {error}"
            raise InvalidParameter(message) from None

    def require(self, course: Course) -> None:
        """Refuse a run over another list, or over a part of this one.

        Raises:
            InvalidParameter: see there.
        """
        if self.bank_digest not in {None, course.bank_digest}:
            message = (
                f"the run was played on the bank {str(self.bank_digest)[:12]}, this board is of {course.bank_digest[:12]}"
            )
            raise InvalidParameter(message)
        keys = [one.key for one in self.episodes]
        strange = next((key for key in keys if key not in course.bouts), None)
        if strange is not None:
            message = f"no episode of this board is {strange!r}; `bench {course.options}` plays them"
            raise InvalidParameter(message)
        if len(set(keys)) != len(keys):
            message = "an episode was sent twice"
            raise InvalidParameter(message)
        if len(keys) != len(course.bouts):
            missing = next(key for key in course.bouts if key not in keys)
            message = (
                f"the board takes complete runs: {len(keys)} of {len(course.bouts)} episodes were sent, {missing} is missing"
            )
            raise InvalidParameter(message)

    def packed(self) -> bytes:
        """The run as it is kept."""
        return zlib.compress(json.dumps(self.model_dump(mode="python")).encode())

    @classmethod
    def unpacked(cls, kept: bytes) -> Self:
        """The run that `packed` kept."""
        return cls.model_validate(json.loads(zlib.decompress(kept)))
