"""Retry delays of a job runner. Edges: caps, kinds of faults, circuit breaker, quiet hours."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""When the nightly job runner of a museum tries a failed job again; times in seconds."""

# first wait, factor, longest wait, attempts
FAULTS = {
    "network": (50, 2, 700, 6),
    "database": (120, 3, 1000, 5),
    "disk": (600, 2, 900, 3),
    "timeout": (20, 5, 450, 5),
    "login": (300, 2, 500, 3),
}
FATAL = ("syntax", "missing file", "forbidden")
PRIORITY = {"low": 200, "high": 50, "alarm": 10}
QUIET = (28800, 64800)
DAY = 86400
BREAK_AFTER = 3


def policy(fault):
    """How a fault is dealt with."""
    if fault not in FAULTS:
        raise ValueError(f"unknown fault: {fault}")
    return FAULTS[fault]


def grown(fault, count):
    """The wait before the count-th retry of a fault, without priority."""
    first, factor, longest, _ = policy(fault)
    return min(first * factor ** (count - 1), longest)


def scaled(wait, priority):
    """Important jobs wait less, but at least ten seconds."""
    return max(wait * PRIORITY.get(priority, 100) // 100, 10)


def after_quiet(second):
    """The second itself, or the end of the visiting hours that it falls into."""
    start, end = QUIET
    of_day = second % DAY
    return second - of_day + end if start <= of_day < end else second


def in_row(faults, index):
    """How often the fault at this index came without another one between."""
    count = 0
    for fault in reversed(faults[: index + 1]):
        if fault != faults[index]:
            break
        count += 1
    return count


def given_up(faults, index):
    """Why there is no other try, or None."""
    fault = faults[index]
    if fault in FATAL:
        return "fatal"
    if in_row(faults, index) >= policy(fault)[3]:
        return "attempts"
    return "broken" if is_broken(faults, index) else None


def is_broken(faults, index):
    """Whether the last faults were all different: something larger is wrong."""
    last = faults[max(0, index + 1 - BREAK_AFTER) : index + 1]
    return len(set(last)) == BREAK_AFTER


def next_try(now, faults, index, priority):
    """The second of the next try."""
    wait = scaled(grown(faults[index], in_row(faults, index)), priority)
    second = now + wait
    return second if priority == "alarm" else after_quiet(second)


def checked(start):
    """The start, if it lies in no other time."""
    if start < 0:
        raise ValueError("negative start")
    return start


def plan_retries(faults, start=0, priority="normal"):
    """When a job that fails with these faults is tried: `(seconds, end)`.

    The first try is at `start`, each fault brings the next one. A fault waits
    for its first time, more with each repetition in a row (by its factor),
    not above its longest; then the priority is applied ("low",
    "normal", "high", "alarm"; at least ten seconds). From 8 to 18 o'clock nothing
    but an alarm is tried: it waits until 18. `end` says why it stopped:
    "fatal", "attempts" (so many of one fault in a row), "broken" (three
    different faults one after the other), or "done" when there is no further
    fault. Raises ValueError("unknown fault: F") and ValueError("negative start").
    """
    seconds = [checked(start)]
    for index in range(len(faults)):
        reason = given_up(faults, index)
        if reason is not None:
            return seconds, reason
        seconds.append(next_try(seconds[-1], faults, index, priority))
    return seconds, "done"
'''

_FAULTS: Final = ("network", "database", "disk", "timeout", "login")
_PRIORITIES: Final = ("low", "normal", "high", "alarm", "urgent")


def _same(rng: random.Random) -> Case:
    return Case(([rng.choice(_FAULTS)] * rng.randint(1, 7), rng.randint(0, 9000), rng.choice(_PRIORITIES)))


def _mixed(rng: random.Random) -> Case:
    pair = rng.sample(_FAULTS, 2)
    return Case(([rng.choice(pair) for _ in range(rng.randint(1, 7))], rng.randint(0, 2000)))


def _broken(rng: random.Random) -> Case:
    return Case(([rng.choice(_FAULTS) for _ in range(rng.randint(2, 6))], rng.randint(0, 400), rng.choice(_PRIORITIES)))


def _quiet(rng: random.Random) -> Case:
    fault, wait = rng.choice([("network", 50), ("disk", 600), ("timeout", 20), ("login", 300), ("database", 120)])
    edge = rng.choice([28800, 64800]) + rng.choice([0, 0, 86400])
    return Case(([fault] * rng.randint(1, 2), edge - wait + rng.randint(-1, 1), rng.choice(["normal", "normal", "alarm"])))


def _fatal(rng: random.Random) -> Case:
    faults = [rng.choice(_FAULTS[:2]) for _ in range(rng.randint(0, 3))]
    faults.insert(rng.randint(0, len(faults)), rng.choice(["syntax", "missing file", "forbidden"]))
    return Case((faults, rng.randint(0, 600), rng.choice(_PRIORITIES)))


def _wrong(rng: random.Random) -> Case:
    faults = [rng.choice(_FAULTS[:2]), rng.choice(["fire", "", "Disk", "disk"])]
    return Case((faults[rng.randint(0, 1) :], rng.choice([-1, -40, 0, rng.randint(0, 900)])))


FAMILY = Family(
    name="backoff_plan",
    stage="hard",
    domain="museum",
    split="test",
    entry="plan_retries",
    instruction=(
        "Bring this plan of retries to functions of McCabe complexity 3 at most; every second and the reason for the end must "
        "stay the same."
    ),
    oracle=ORACLE,
    examples=(
        Case((["network", "network", "disk"], 28700)),
        Case((["timeout"] * 5, 0, "high")),
        Case((["disk", "login", "network"],)),
        Case((["fire"],)),
    ),
    draws=(
        Draw("one fault", "partition", _same),
        Draw("two faults", "partition", _mixed),
        Draw("many faults", "property", _broken),
        Draw("visiting hours", "boundary", _quiet),
        Draw("fatal faults", "partition", _fatal),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary(
            "alarms wait", changed(ORACLE, ('second if priority == "alarm" else after_quiet(second)', "after_quiet(second)"))
        ),
        Canary(
            "no longest", changed(ORACLE, ("min(first * factor ** (count - 1), longest)", "first * factor ** (count - 1)"))
        ),
        Canary(
            "all faults count",
            changed(ORACLE, ("            break\n        count += 1", "            continue\n        count += 1")),
        ),
    ),
)
