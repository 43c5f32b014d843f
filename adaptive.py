"""A curriculum that follows the learner: a pure rule for trainers, beside the fixed curriculum that the environment plays.

Rungs are (stage, level) pairs from easy to hard. A learner stands on one rung and moves when a full window of returns says
so; a share of the episodes goes back to the last rungs below, so that what was learned is not forgotten. Families on which
the learner does worse come more often. The same state and the same seed give the same choice everywhere.
"""

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

Rung = tuple[str, int]
"""Stage and level, as `reset` takes them."""

LADDER: tuple[Rung, ...] = tuple((stage, level) for stage in ("easy", "medium", "hard") for level in range(1, 6))
"""All rungs of the packaged curriculum, from the bottom."""


@dataclass(frozen=True)
class Rule:
    """When a learner moves.

    Attributes:
        window: returns on the current rung that decide.
        promote_at: mean return in [0, 1] from which the learner moves up.
        demote_at: mean return in [0, 1] under which it moves down.
        last_k: rungs below the current one that are mixed in.
        mixed: share of the episodes that go to them, in [0, 1].
    """

    window: int = 32
    promote_at: float = 0.8
    demote_at: float = 0.3
    last_k: int = 3
    mixed: float = 0.25

    def __post_init__(self) -> None:
        """Refuse a rule under which a learner would move both ways at once, or never.

        Raises:
            ValueError: a number outside its range, or `demote_at` not below `promote_at`.
        """
        if not (0 <= self.demote_at < self.promote_at <= 1 and 0 <= self.mixed < 1 and self.window > 0 and self.last_k >= 0):
            message = f"0 <= demote_at < promote_at <= 1, 0 <= mixed < 1, window > 0 and last_k >= 0 must hold: {self}"
            raise ValueError(message)


@dataclass(frozen=True)
class Standing:
    """Where a learner stands.

    Attributes:
        rung: index into the ladder.
        returns: latest returns on this rung, the oldest first, at most a window of them.
        families: family -> running mean of its returns, in [0, 1].
    """

    rung: int = 0
    returns: tuple[float, ...] = ()
    families: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Choice:
    """What to play next: arguments of `reset`, and the rung they belong to."""

    rung: int
    stage: str
    level: int
    seed: int
    family: str | None = None

    def options(self) -> dict[str, object]:
        """Keyword arguments of `reset`."""
        chosen: dict[str, object] = {"level": self.level, "seed": self.seed}
        return chosen | ({"family": self.family} if self.family else {"stage": self.stage})


_RECENT = 0.2
"""Weight of the newest return in the mean of a family."""

_LEAST = 0.1
"""A family that is solved still comes now and then."""


def choose(
    standing: Standing,
    seed: int,
    families: Mapping[str, Sequence[str]] | None = None,
    ladder: Sequence[Rung] = LADDER,
    rule: Rule = Rule(),
) -> Choice:
    """The next episode.

    Args:
        standing: where the learner stands.
        seed: number of the episode; neighbours are unrelated.
        families: stage -> its families, to prefer those with low returns; without them the environment draws.
        ladder: all rungs from the bottom.
        rule: when a learner moves.
    """
    rng = random.Random(hashlib.sha256(f"adaptive/{seed}".encode()).digest())  # noqa: S311 - a draw, no secret
    below = range(max(0, standing.rung - rule.last_k), standing.rung)
    rung = rng.choice(below) if below and rng.random() < rule.mixed else standing.rung
    stage, level = ladder[rung]
    known = sorted((families or {}).get(stage, ()))
    weights = [_LEAST + 1.0 - standing.families.get(name, 0.0) for name in known]
    family = rng.choices(known, weights)[0] if known else None
    return Choice(rung, stage, level, rng.randrange(2**31), family)


def observe(
    standing: Standing,
    choice: Choice,
    result: float,
    ladder: Sequence[Rung] = LADDER,
    rule: Rule = Rule(),
) -> Standing:
    """Where the learner stands after an episode; an episode of a lower rung moves nobody.

    Args:
        standing: before the episode.
        choice: what was played.
        result: return of the episode, in [0, 1].
        ladder: all rungs from the bottom.
        rule: when a learner moves.

    Raises:
        ValueError: the return lies outside [0, 1].
    """
    if not 0.0 <= result <= 1.0:
        message = f"a return lies in [0, 1], not {result}"
        raise ValueError(message)
    families = dict(standing.families)
    if choice.family:
        families[choice.family] = (1 - _RECENT) * families.get(choice.family, 0.0) + _RECENT * result
    if choice.rung != standing.rung:
        return replace(standing, families=families)
    returns = (*standing.returns, result)[-rule.window :]
    rung = standing.rung + _move(returns, rule)
    if 0 <= rung < len(ladder) and rung != standing.rung:
        return Standing(rung, (), families)
    return Standing(standing.rung, returns, families)


def _move(returns: Sequence[float], rule: Rule) -> int:
    mean = sum(returns) / len(returns)
    if len(returns) < rule.window:
        return 0
    return 1 if mean >= rule.promote_at else -1 if mean < rule.demote_at else 0
