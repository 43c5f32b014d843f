"""Score sheet of a bowling game. Edges: strikes and spares near the end, unfinished games, impossible rolls."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Score sheets of a bowling alley, read from the marks on paper."""

MARKS = {"-": 0, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "X": 10}
PINS = 10
FRAMES = 10
TITLES = ((300, "perfect"), (200, "great"), (150, "good"), (80, "fair"))


def pins(mark, before):
    """Pins of one roll; `before` is how many fell in the same frame."""
    if mark == "/":
        return PINS - before
    if mark not in MARKS:
        raise ValueError(f"no such mark: {mark}")
    return MARKS[mark]


def rolls_of(frame):
    """Pins of each roll of a frame; the count starts again after all ten."""
    rolls = []
    standing = PINS
    for mark in frame:
        fallen = pins(mark, PINS - standing)
        if fallen > standing:
            raise ValueError(f"too many pins: {frame}")
        rolls.append(fallen)
        standing = standing - fallen or PINS
    return rolls


def check_length(frame, last):
    """Refuse a frame with too many or too few rolls."""
    most = 3 if last and is_full(frame) else usual_length(frame, last)
    if len(frame) != most:
        raise ValueError(f"not a frame: {frame}")


def is_full(frame):
    """Whether all pins fell within the first two rolls."""
    return frame.startswith("X") or frame[1:2] == "/"


def usual_length(frame, last):
    """Rolls of a frame that earns no extra ones."""
    return 1 if frame == "X" and not last else 2


def frame_score(index, starts, rolls):
    """A frame with what it earns from later rolls, None while those are missing."""
    start, length = starts[index]
    own = sum(rolls[start : start + length])
    needed = length if own < PINS else 3
    return sum(rolls[start : start + needed]) if start + needed <= len(rolls) else None


def running(scores):
    """Sums up to each frame, as long as they are known."""
    sums = []
    for score in scores:
        if score is None:
            break
        sums.append(score + (sums[-1] if sums else 0))
    return sums


def title_of(total):
    """What the screen says."""
    return next((title for least, title in TITLES if total >= least), "try again")


def bowling_sheet(text):
    """The sheet of a game such as "X 7/ 9- ...": `{"sums", "total", "title"}`.

    Frames are separated by blanks: X for ten pins, digits, "-" for none, "/"
    for the rest of the pins. The tenth frame has a third roll after X or "/".
    `sums` has the running score of each frame as far as it is known; total is
    None (and title "playing") until all ten are. Raises ValueError("no such
    mark: M"), ValueError("too many pins: FRAME"), ValueError("not a frame:
    FRAME") and ValueError("too many frames").
    """
    frames = text.split()
    if len(frames) > FRAMES:
        raise ValueError("too many frames")
    starts, rolls = [], []
    for number, frame in enumerate(frames, start=1):
        fallen = rolls_of(frame)
        check_length(frame, number == FRAMES)
        starts.append((len(rolls), len(fallen)))
        rolls += fallen
    sums = running(frame_score(index, starts, rolls) for index in range(len(frames)))
    done = len(sums) == FRAMES
    return {
        "sums": sums,
        "total": sums[-1] if done else None,
        "title": title_of(sums[-1]) if done else "playing",
    }
'''


def _open(rng: random.Random) -> str:
    first = rng.randint(0, 9)
    return f"{first or '-'}{rng.randint(0, 9 - first) or '-'}"


def _frame(rng: random.Random, luck: float) -> str:
    if rng.random() < luck:
        return "X" if rng.random() < 1 / 2 else f"{rng.choice('-123456789')}/"
    return _open(rng)


def _last(rng: random.Random) -> str:
    return rng.choice(["XXX", "XX9", "X-/", "X5-", f"{rng.randint(1, 9)}/{rng.choice('X-5')}", _open(rng)])


def _started(rng: random.Random) -> Case:
    return Case((" ".join(_frame(rng, 1 / 2) for _ in range(rng.randint(0, 9))),))


def _whole(rng: random.Random) -> Case:
    luck = rng.random()
    return Case((" ".join([_frame(rng, luck) for _ in range(9)] + [_last(rng)]),))


def _lucky(rng: random.Random) -> Case:
    return Case((" ".join(["X"] * rng.randint(4, 9) + [_last(rng)] * rng.randint(0, 1)),))


def _titles(rng: random.Random) -> Case:
    frames = rng.choice(
        [
            ["X"] * 9 + ["XXX"],
            ["5/"] * 9 + [rng.choice(["5/5", "5/4"])],
            ["X", "5/"] * 4 + ["X", rng.choice(["5/X", "5/9"])],
            ["44"] * 10,
            ["8-"] * 10,
        ]
    )
    if rng.random() < 1 / 2:
        frames[rng.randrange(9)] = _frame(rng, 1 / 3)
    return Case(("  ".join(frames),))


def _wrong(rng: random.Random) -> Case:
    frames = [_frame(rng, 1 / 2) for _ in range(rng.choice([1, 2, 3, 8, 9]))]
    odd = rng.choice(
        ["XX", "5", "99", "5x", "555", "9/9", "/5", "X5", "", "12", "a1", "5/X", "XX", "X9/", "XXXX", "-0", "X", "91"]
    )
    frames.insert(rng.choice([0, len(frames)]), odd)
    return Case((" ".join(frames + ["11"] * rng.choice([0, 0, 9])),))


FAMILY = Family(
    name="bowling_sheet",
    stage="hard",
    domain="bowling",
    split="train",
    entry="bowling_sheet",
    instruction=(
        "Divide this score sheet into functions of McCabe complexity 3 at most; every sum, also of a game that is still "
        "played, must stay the same."
    ),
    oracle=ORACLE,
    examples=(Case(("X 7/ 9-",)), Case(("X " * 9 + "XXX",)), Case(("9- " * 10,)), Case(("55",))),
    draws=(
        Draw("games under way", "partition", _started),
        Draw("whole games", "partition", _whole),
        Draw("lucky games", "boundary", _lucky),
        Draw("titles", "boundary", _titles),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary(
            "spares earn two rolls",
            changed(ORACLE, ("needed = length if own < PINS else 3", "needed = length if own < PINS else length + 2")),
        ),
        Canary("no bonus", changed(ORACLE, ("needed = length if own < PINS else 3", "needed = length"))),
        Canary("total too soon", changed(ORACLE, ("    done = len(sums) == FRAMES\n", "    done = bool(sums)\n"))),
    ),
)
