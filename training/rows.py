"""One row for every trainer: a completion in its own tokens, with what each token was worth and where that can be checked.

A row is made of what the engine returned and what the environment answered. It never tokenises: see `align`.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from code_review_env.align import LineVector, Segment, Tokens, segments, token_rewards
from code_review_env.reply import extract

Observation = Mapping[str, Any]
"""An observation as JSON: `observation.model_dump()`, or what the server answered."""

SCHEMA: Final = "code-review-row/1"
COMPONENTS: Final = ("functional", "quality", "seed_reward", "improvement")
PROCESS: Final = {"process": "value", "phi": "phi", "D": "D", "S": "S", "A": "A", "E": "E"}
"""Component of a row -> field of the process reward."""


@dataclass(frozen=True)
class Turn:
    """What the engine did.

    Attributes:
        prompt_token_ids: `(P,)`.
        completion: the text that was sent to the environment.
        tokens: the same text, `(T,)` ids and offsets.
        logprobs: `(T,)`, of the sampled tokens under the policy that sampled them.
        tokenizer: sha256 of its serialised form, see `fingerprint`.
    """

    prompt_token_ids: Sequence[int]
    completion: str
    tokens: Tokens
    logprobs: Sequence[float]
    tokenizer: str


@dataclass(frozen=True)
class Row:
    """The interchange row.

    Attributes:
        prompt_token_ids: `(P,)`.
        completion_token_ids: `(T,)`.
        logprobs: `(T,)`.
        loss_mask: `(T,)`, 1 where the token was sampled.
        token_rewards: `(T,)`.
        segments: `(T,)`: `code`, `text` or `eos`.
        reward: of the step, as the environment paid it.
        components: what the reward was made of; None where the level of feedback tells it not.
        bundle_id: analysis bundle of the submission.
        prev_bundle_id: of the state before.
        tokenizer: sha256 of the tokenizer.
        weights: constants of the token rewards.
        group: rows of one group are compared with each other: the task.
        schema: of this row.
    """

    prompt_token_ids: tuple[int, ...]
    completion_token_ids: tuple[int, ...]
    logprobs: tuple[float, ...]
    loss_mask: tuple[int, ...]
    token_rewards: tuple[float, ...]
    segments: tuple[Segment, ...]
    reward: float
    components: Mapping[str, float | None]
    bundle_id: str
    prev_bundle_id: str
    tokenizer: str
    weights: Mapping[str, float]
    group: str = ""
    schema: str = SCHEMA

    def __post_init__(self) -> None:
        """Every vector is as long as the completion.

        Raises:
            ValueError: one is not, or the row has another schema.
        """
        if self.schema != SCHEMA:
            message = f"a row of the schema {self.schema!r}, this release reads {SCHEMA}"
            raise ValueError(message)
        length = len(self.completion_token_ids)
        for name in ("logprobs", "loss_mask", "token_rewards", "segments"):
            if len(getattr(self, name)) != length:
                message = f"{name} has {len(getattr(self, name))} entries, the completion has {length} tokens"
                raise ValueError(message)


def make_row(turn: Turn, observation: Observation, entry: str) -> Row:
    """The row of one step.

    Args:
        turn: what the engine did.
        observation: what the environment answered to it.
        entry: function under test, as the observation before named it.

    Raises:
        ValueError: the completion is not what was judged, or the level of feedback tells no vector.
    """
    reply = extract(turn.completion, entry)
    sha256 = hashlib.sha256(reply.code.encode("utf-8", "surrogatepass")).hexdigest()
    if sha256 != observation["submission_sha256"]:
        message = f"the observation judges {observation['submission_sha256']}, the completion holds {sha256}"
        raise ValueError(message)
    told = observation["line_vector"]
    if told is None:
        message = "the episode tells no line vector: reset it with feedback `full` or `lint`"
        raise ValueError(message)
    vector = LineVector(tuple(told["values"]), told["base"], told["eos"])
    return Row(
        prompt_token_ids=tuple(turn.prompt_token_ids),
        completion_token_ids=tuple(turn.tokens.ids),
        logprobs=tuple(turn.logprobs),
        loss_mask=(1,) * len(turn.tokens.ids),
        token_rewards=token_rewards(reply, turn.tokens, vector),
        segments=segments(reply, turn.tokens),
        reward=observation["reward"],
        components=_components(observation),
        bundle_id=observation["bundle_id"] or "",
        prev_bundle_id=observation["prev_bundle_id"] or "",
        tokenizer=turn.tokenizer,
        weights=dict(told["constants"]),
        group=observation["judged_task_id"],
    )


def _components(observation: Observation) -> dict[str, float | None]:
    process = observation["process_reward"] or {}
    return {
        "identity": float(observation["identity"]),
        **{name: observation[name] for name in COMPONENTS},
        **{name: process.get(field) for name, field in PROCESS.items()},
    }


def dump(rows: Iterable[Row]) -> str:
    """Rows as JSON lines; equal rows are equal bytes."""
    return "".join(json.dumps(asdict(row), sort_keys=True, separators=(",", ":")) + "\n" for row in rows)


def load(lines: Iterable[str]) -> list[Row]:
    """Rows from JSON lines.

    Raises:
        ValueError: not rows of this schema.
    """
    return [row_of(json.loads(line)) for line in lines if line.strip()]


def row_of(told: Mapping[str, Any]) -> Row:
    """A row from its fields, lists in place of tuples.

    Raises:
        ValueError: not a row of this schema.
    """
    unknown = told.keys() - set(Row.__dataclass_fields__)
    if unknown:
        message = f"a row has no {', '.join(sorted(unknown))}"
        raise ValueError(message)
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}
    return Row(**fields)


def fingerprint(tokenizer: str) -> str:
    """sha256 of a tokenizer in serialised form, for example `tokenizer.backend_tokenizer.to_str()`."""
    return hashlib.sha256(tokenizer.encode()).hexdigest()
