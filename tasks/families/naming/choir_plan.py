"""Voices of a choir. Names of methods are looked up by a text elsewhere, which has to follow."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Rehearsals of a choir."""

HIGH_VOICES = {"soprano", "alto"}


class UnknownVoiceError(LookupError):
    """A voice that no choir has."""


class ChoirPlan:
    """Who sings which voice."""

    def __init__(self):
        self.by_voice = {}

    def add_singer(self, singer_name, voice_name):
        """Take in one singer."""
        known_names = self.by_voice.setdefault(voice_name, [])
        if singer_name not in known_names:
            known_names.append(singer_name)

    def voice_counts(self):
        """Number of singers of each voice, by voice."""
        return {voice_name: len(self.by_voice[voice_name]) for voice_name in sorted(self.by_voice)}

    def share_high(self):
        """Share of high voices."""
        high_count = sum(len(names) for voice, names in self.by_voice.items() if voice in HIGH_VOICES)
        full_count = sum(self.voice_counts().values())
        return round(high_count / full_count, 3) if full_count else 0.0


def check_voice(voice_name, known_voices):
    """The voice in small letters, UnknownVoiceError if it is none."""
    small_name = voice_name.strip().lower()
    if small_name not in known_voices:
        raise UnknownVoiceError(small_name)
    return small_name


def choir_plan(singers, voices=("soprano", "alto", "tenor", "bass"), report="counts"):
    """Plan a choir from pairs (name, voice).

    `report` is "counts" for the number of singers by voice, or "share" for the
    share of high voices; anything else is a KeyError. A voice that is not among
    `voices` is a LookupError.
    """
    new_plan = ChoirPlan()
    for name, voice in singers:
        new_plan.add_singer(singer_name=name, voice_name=check_voice(voice, voices))
    make_report = {"counts": new_plan.voice_counts, "share": new_plan.share_high}[report]
    return make_report()
'''

_NAMES: Final = ("Ann", "Bea", "Cal", "Dan", "Eve")
_VOICES: Final = ("soprano", "Alto", " tenor", "bass", "BASS")


def _singers(rng: random.Random, most: int) -> list[tuple[str, str]]:
    return [(rng.choice(_NAMES), rng.choice(_VOICES)) for _ in range(rng.randint(0, most))]


def _counts(rng: random.Random) -> Case:
    return Case((_singers(rng, 7),))


def _shares(rng: random.Random) -> Case:
    return Case((_singers(rng, 7),), {"report": "share"})


def _unknown(rng: random.Random) -> Case:
    voices = rng.sample(["soprano", "alto", "tenor", "bass"], rng.randint(2, 4))
    return Case(([*_singers(rng, 3), ("Flo", rng.choice(["horn", "", "alto"]))], voices))


FAMILY = Family(
    name="choir_plan",
    stage="naming",
    domain="music",
    split="test",
    entry="choir_plan",
    instruction="Spell the names of this module as PEP 8 does, keyword arguments too. The entry and its parameters stay.",
    oracle=ORACLE,
    examples=(
        Case(([("Ann", "Alto"), ("Dan", "bass"), ("Ann", "alto")],)),
        Case(([("Ann", "Alto"), ("Dan", "bass")],), {"report": "share"}),
    ),
    draws=(
        Draw("counts", "partition", _counts),
        Draw("shares", "partition", _shares),
        Draw("unknown voices", "error", _unknown),
    ),
    spots=(
        Spot("ChoirPlan", ("choirPlan", "Choir_Plan"), word=True),
        Spot("add_singer", ("addSinger", "AddSinger"), word=True),
        Spot("singer_name", ("singerName", "SingerName"), word=True),
        Spot("voice_name", ("voiceName", "VoiceName"), word=True),
        Spot("known_names", ("knownNames",), word=True),
        Spot("voice_counts", ("voiceCounts", "VoiceCounts"), word=True),
        Spot("share_high", ("shareHigh",), word=True),
        Spot("high_count", ("highCount", "HighCount"), word=True),
        Spot("full_count", ("fullCount",), word=True),
        Spot("check_voice", ("checkVoice", "Check_Voice"), word=True),
        Spot("known_voices", ("knownVoices",), word=True),
        Spot("small_name", ("smallName",), word=True),
        Spot("new_plan", ("newPlan", "NewPlan"), word=True),
        Spot("make_report", ("makeReport",), word=True),
    ),
    canaries=(
        Canary(
            "a keyword forgotten", changed(ORACLE, ("add_singer(singer_name=name", "add_singer(singerName=name")), naive=True
        ),
        Canary(
            "every singing counts",
            changed(ORACLE, ("        if singer_name not in known_names:\n            known_names", "        known_names")),
        ),
        Canary("voices as written", changed(ORACLE, ("voice_name.strip().lower()", "voice_name.strip()"))),
    ),
)
