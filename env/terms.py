"""From reset arguments to the terms of an episode. Every argument is known, checked, and refused by name when it is not."""

import hashlib
from dataclasses import dataclass
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from code_review_env.align import PAPER, TokenValues
from code_review_env.env.episode import Terms
from code_review_env.env.errors import InvalidParameter, UnknownParameter, UnknownTask
from code_review_env.potential import Weights
from code_review_env.returns import FeedbackLevel, RewardMode, RewardScheme
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.curriculum import Curriculum
from code_review_env.tasks.task import Task

MAX_SEED: Final = 2**53 - 1
"""Seeds stay exact in every JSON reader."""

LONGEST_EPISODE: Final = 100
DEFAULT_SPLIT: Final = "train"


MAX_WEIGHT: Final = 1e6
Weight = Annotated[float, Field(ge=0, le=MAX_WEIGHT, allow_inf_nan=False)]
FourWeights = tuple[Weight, Weight, Weight, Weight]
Value = Annotated[float, Field(ge=-MAX_WEIGHT, le=MAX_WEIGHT, allow_inf_nan=False)]


class ResetOptions(BaseModel):
    """The arguments of `reset`.

    Attributes:
        seed: names the whole curriculum within its split; drawn at random when absent.
        episode_id: the caller's own id; one that is taken is refused.
        task_id: name of one task, or its id or a unique beginning of it: a one-stage episode.
        split: part of the bank to draw from, `train` when absent.
        index: with `split`, one task of it: a one-stage episode.
        stage: one stage only, its task drawn by `seed`.
        family: only tasks that this family makes: a one-stage episode.
        level: only tasks with this amount of mess, 0 (tiny) to 5.
        curriculum: stages to play, in order; the three of the curriculum when absent.
        reward_scheme: which number is paid.
        reward_mode: when it is paid.
        feedback: how much observations reveal.
        max_steps: steps before truncation.
        process_weights: of the process reward: what D, S, A and E are worth.
        process_gamma: its discount.
        token_values: what a line is worth: with an error, without one, and what passing adds to it.
        owner: a secret of the caller's; later requests for the episode must repeat it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    seed: int | None = Field(default=None, ge=0, le=MAX_SEED)
    episode_id: str | None = Field(default=None, min_length=1, max_length=255, pattern=r"^[A-Za-z0-9._:-]+$")
    task_id: str | None = None
    split: str | None = None
    index: int | None = Field(default=None, ge=0)
    stage: str | None = None
    family: str | None = None
    level: int | None = Field(default=None, ge=0, le=5)
    curriculum: tuple[str, ...] | None = Field(default=None, min_length=1)
    reward_scheme: RewardScheme | None = None
    reward_mode: RewardMode | None = None
    feedback: FeedbackLevel | None = None
    max_steps: int | None = Field(default=None, ge=1, le=LONGEST_EPISODE)
    process_weights: FourWeights | None = None
    process_gamma: float | None = Field(default=None, gt=0, le=1)
    token_values: tuple[Value, Value, Value] | None = None
    owner: str | None = Field(default=None, min_length=1, max_length=255)

    @field_validator("curriculum", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(","))
        return tuple(value) if isinstance(value, list) else value

    @field_validator("process_weights", "token_values", mode="before")
    @classmethod
    def _numbers(cls, value: object) -> object:
        return tuple(value) if isinstance(value, list) else value

    @model_validator(mode="after")
    def _one_choice(self) -> Self:
        chosen = [name for name in ("task_id", "index", "stage", "family", "curriculum") if getattr(self, name) is not None]
        if len(chosen) > 1:
            message = f"{' and '.join(chosen)} each choose the tasks; give one of them"
            raise ValueError(message)
        if self.index is not None and self.split is None:
            message = "index needs a split"
            raise ValueError(message)
        return self

    @classmethod
    def read(cls, given: dict[str, object]) -> Self:
        """Check raw arguments; None counts as absent.

        Raises:
            UnknownParameter: an argument that does not exist.
            InvalidParameter: an argument with a value it cannot have.
        """
        unknown = sorted(given.keys() - cls.model_fields.keys())
        if unknown:
            message = f"reset does not know {', '.join(unknown)}; it takes {', '.join(cls.model_fields)}"
            raise UnknownParameter(message)
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            message = f"{where}: {first['msg']}" if where else first["msg"].removeprefix("Value error, ")
            raise InvalidParameter(message) from None


@dataclass(frozen=True, slots=True)
class Draw:
    """What chance and the clock give a new episode.

    Attributes:
        now: POSIX time in seconds.
        episode_id: 128 random bits in hex, used when no id was asked for.
        seed: used when no seed was asked for.
    """

    now: float
    episode_id: str
    seed: int


def set_terms(options: ResetOptions, bank: TaskBank, curriculum: Curriculum, draw: Draw, *, weights: Weights) -> Terms:
    """Fix the terms of a new episode.

    Args:
        options: checked arguments.
        bank: where tasks come from.
        curriculum: stages and defaults.
        draw: stands in for what the options leave open.
        weights: of the process reward, where the options name none.

    Raises:
        UnknownTask: no such task, split, index or stage.
    """
    seed = draw.seed if options.seed is None else options.seed
    tasks = _choose(options, bank, curriculum, seed)
    return Terms(
        episode_id=options.episode_id or draw.episode_id,
        created_at=draw.now,
        seed=seed,
        split=tasks[0].split,
        stages=tuple(task.stage for task in tasks),
        task_ids=tuple(task.id for task in tasks),
        max_steps=options.max_steps or curriculum.max_steps,
        reward_scheme=options.reward_scheme or "seed",
        reward_mode=options.reward_mode or "step",
        feedback=options.feedback or "full",
        owner_sha256=owner_hash(options.owner),
        task_names=tuple(task.name for task in tasks),
        weights=_weights(options, weights),
        values=TokenValues(*options.token_values) if options.token_values else PAPER,
    )


def _weights(options: ResetOptions, default: Weights) -> Weights:
    d, s, a, e = options.process_weights or (default.d, default.s, default.a, default.e)
    return Weights(d, s, a, e, options.process_gamma or default.gamma)


def owner_hash(owner: str | None) -> str:
    """What the store keeps of an owner's secret."""
    return hashlib.sha256(owner.encode(errors="surrogatepass")).hexdigest() if owner else ""


def _choose(options: ResetOptions, bank: TaskBank, curriculum: Curriculum, seed: int) -> tuple[Task, ...]:
    split = options.split or DEFAULT_SPLIT
    try:
        if options.task_id is not None:
            return (bank.find(options.task_id),)
        if options.index is not None:
            return (bank.task(split, options.index),)
        wanted = {name: value for name in ("stage", "family", "level") if (value := getattr(options, name)) is not None}
        picked = {task.stage: task for task in bank.pick(split, seed, *(options.curriculum or ()), **wanted)}
        return tuple(picked[name] for name in options.curriculum or picked)
    except (KeyError, IndexError) as error:
        message = str(error.args[0])
        known = ", ".join(stage.name for stage in curriculum.all)
        raise UnknownTask(
            message if " " in message else f"no stage {message!r} in split {split!r}; there are {known}"
        ) from None
