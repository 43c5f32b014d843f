"""Merging of opening hours. Edges: overlapping and touching spans, midnight, days off, odd spellings."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Merges the opening hours of a swimming pool from several notices."""

DAYS = {"mon": 0, "tue": 1, "wed": 2, "thu": 3, "fri": 4, "sat": 5, "sun": 6}
GROUPS = {"week": (0, 4), "weekend": (5, 6), "daily": (0, 6)}
WORDS = {"noon": 720, "midnight": 1440, "open": 360, "close": 1320}
GAP = 10


def minute(text):
    """Minutes after midnight: "7", "7:30" or one of the words."""
    if text in WORDS:
        return WORDS[text]
    hours, _, minutes = text.partition(":")
    if not hours.isdigit() or not (minutes or "0").isdigit():
        raise ValueError(f"no time: {text}")
    return in_day(int(hours) * 60 + int(minutes or "0"), text)


def in_day(found, text):
    """Refuse what lies beyond the day."""
    if not 0 <= found <= 1440:
        raise ValueError(f"no time: {text}")
    return found


def day_number(text):
    """0 for Monday."""
    if text not in DAYS:
        raise ValueError(f"no day: {text}")
    return DAYS[text]


def days_of(text):
    """Numbers of the days of "mon", "mon-wed", "sat-mon" or "week"."""
    if text in GROUPS:
        first, last = GROUPS[text]
        return list(range(first, last + 1))
    first, dash, last = text.partition("-")
    start = day_number(first)
    length = (day_number(last) - start) % 7 if dash else 0
    return [(start + step) % 7 for step in range(length + 1)]


def span_of(text):
    """(start, end) of "7-9:30"; a span that ends before it starts is refused."""
    first, _, last = text.partition("-")
    start, end = minute(first), minute(last)
    if end <= start:
        raise ValueError(f"no span: {text}")
    return start, end


def joined(spans):
    """Spans in order; those that overlap or lie within 10 minutes become one."""
    found = []
    for start, end in sorted(spans):
        if found and start - found[-1][1] <= GAP:
            start, end = found[-1][0], max(end, found.pop()[1])
        found.append((start, end))
    return found


def without(spans, start, end):
    """The spans with a time cut out."""
    parts = [part for low, high in spans for part in ((low, min(high, start)), (max(low, end), high))]
    return [(low, high) for low, high in parts if low < high]


def apply_notice(hours, notice):
    """Add one notice, "DAYS SPAN", or take its hours away, "-DAYS SPAN"."""
    days, _, span = notice.removeprefix("-").strip().lower().partition(" ")
    start, end = span_of(span.strip())
    for day in days_of(days):
        if notice.startswith("-"):
            hours[day] = without(hours[day], start, end)
        else:
            hours[day] = joined([*hours[day], (start, end)])


def merge_hours(notices):
    """Opening hours of the week: seven lists of (start, end) in minutes.

    A notice is "DAYS START-END" with a day, a range of days (also over Sunday)
    or "week", "weekend", "daily", and times such as "7", "7:30", "noon",
    "midnight", "open" (6), "close" (22); with "-" in front the hours are taken
    away. Notices count in order. Spans that overlap or have at most 10 minutes
    between them are joined when one is added. Case does not matter. Raises
    ValueError("no time: T"), ValueError("no span: S") and ValueError("no day: D").
    """
    hours = [[] for _ in range(7)]
    for notice in notices:
        apply_notice(hours, notice)
    return hours
'''

_DAYS: Final = (
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
    "week",
    "weekend",
    "daily",
    "mon-wed",
    "sat-mon",
    "Fri-SUN",
    "sun-sat",
)
_TIMES: Final = (
    "open",
    "7",
    "7:30",
    "9",
    "9:09",
    "9:10",
    "9:11",
    "10:30",
    "noon",
    "13",
    "18:45",
    "20",
    "close",
    "23:59",
    "midnight",
)


def _span(rng: random.Random) -> str:
    first, last = sorted(rng.sample(range(len(_TIMES)), 2))
    return f"{_TIMES[first]}-{_TIMES[last]}"


def _single(rng: random.Random) -> Case:
    return Case(([f"{rng.choice(_DAYS)} {_span(rng)}"],))


def _several(rng: random.Random) -> Case:
    return Case(([f"{rng.choice(_DAYS)} {_span(rng)}" for _ in range(rng.randint(2, 5))],))


def _touching(rng: random.Random) -> Case:
    day, end = rng.choice(_DAYS[:7]), rng.randint(9, 18)
    start = end * 60 + rng.choice([-5, 0, 9, 10, 11, 12])
    return Case(([f"{day} 8-{end}", f"{day} {start // 60}:{start % 60:02}-{rng.choice(['20', '22', '19:30'])}"],))


def _taken(rng: random.Random) -> Case:
    notices = [f"{rng.choice(['-', '-', '- ', ''])}{rng.choice(_DAYS)} {_span(rng)}" for _ in range(rng.randint(1, 3))]
    return Case((["daily open-noon", "week 14-close", *notices],))


def _edges(rng: random.Random) -> Case:
    start, end = rng.choice(
        [("0", "24"), ("0", "midnight"), ("23:59", "24"), ("24", "24:01"), ("0:0", "0:1"), ("9", "9"), ("10", "9")]
    )
    return Case(([f"{rng.choice(_DAYS)} {start}-{end}", f"mon {_span(rng)}"],))


def _wrong(rng: random.Random) -> Case:
    odd = rng.choice(["x", "", "7:", ":30", "7:3x", "25", "-1", "24:1", "noonish", "7.30"])
    notice = rng.choice(
        [f"mon {odd}-{rng.choice(_TIMES)}", f"tue 7-{odd}", f"{rng.choice(['day', 'mon-', '-mon', 'mo', ''])} {_span(rng)}"]
    )
    return Case(([f"sun {_span(rng)}", notice],))


FAMILY = Family(
    name="timetable_merge",
    stage="hard",
    domain="swimming pool",
    split="test",
    entry="merge_hours",
    instruction=(
        "Divide this merging of opening hours into functions of McCabe complexity 3 at most; every span and every refusal "
        "must stay the same."
    ),
    oracle=ORACLE,
    examples=(
        Case((["week 7-9", "week 9:10-noon", "sat-mon 14-close"],)),
        Case((["daily open-close", "-wed noon-13"],)),
        Case((["mon 9-8"],)),
    ),
    draws=(
        Draw("single notices", "partition", _single),
        Draw("several notices", "property", _several),
        Draw("touching spans", "boundary", _touching),
        Draw("hours taken away", "partition", _taken),
        Draw("edges of the day", "boundary", _edges),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("only overlapping", changed(ORACLE, ("<= GAP", "<= 0"))),
        Canary("not over sunday", changed(ORACLE, ("(day_number(last) - start) % 7", "day_number(last) - start"))),
        Canary("shorter end", changed(ORACLE, ("max(end, found.pop()[1])", "min(end, found.pop()[1])"))),
    ),
)
