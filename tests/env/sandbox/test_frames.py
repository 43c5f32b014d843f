"""The reader of frames against bytes that nobody sane wrote."""

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from code_review_env.env.sandbox.frames import FrameReader, Known, parse
from code_review_env.env.sandbox.program import Outcome
from code_review_env.env.sandbox.transcript import LOST, Transcript


def framed(body: bytes) -> bytes:
    """One frame."""
    return struct.pack(">I", len(body)) + body


def reader() -> FrameReader:
    """A reader with small caps."""
    return FrameReader(frame_bytes=1_000, total_bytes=10_000)


@given(st.binary(max_size=300))
def test_any_bytes_are_read(data: bytes) -> None:
    """Noise gives dictionaries or nothing."""
    assert all(isinstance(frame, dict) for frame in reader().feed(data))


@given(st.lists(st.dictionaries(st.text(max_size=3), st.integers(), max_size=3), max_size=5), st.integers(1, 7))
def test_frames_survive_any_cut(frames: list[dict[str, int]], size: int) -> None:
    """How the pipe cuts the stream does not matter."""
    stream = b"".join(framed(json.dumps(frame).encode()) for frame in frames)
    source = reader()
    got = [frame for start in range(0, len(stream), size) for frame in source.feed(stream[start : start + size])]
    for frame in got:
        del frame["raw"]
    assert got == frames


def test_a_frame_above_its_cap_breaks_the_stream() -> None:
    """The length is refused before a byte of it is kept."""
    source = reader()
    assert list(source.feed(struct.pack(">I", 1_001) + b"{}")) == []
    assert source.broken


def test_a_stream_above_its_cap_breaks() -> None:
    """Many small frames are no way around."""
    source = reader()
    assert sum(1 for _ in range(200) for _frame in source.feed(framed(b'{"a": "' + b"x" * 90 + b'"}'))) < 110
    assert source.broken


def test_deep_and_strange_json_is_refused() -> None:
    """Neither recursion nor floats nor anything but an object gets through."""
    assert parse(b"[" * 100_000) is None
    assert parse(b'{"a": ' * 50_000 + b"1" + b"}" * 50_000) is None
    assert parse(b'{"a": 1.5}') is None
    assert parse(b'{"a": NaN}') is None
    assert parse(b'{"a": ' + b"9" * 10_000 + b"}") is None
    assert parse(b"[]") is None
    assert parse(b"\xff") is None


anything = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.lists(st.integers())
    | st.dictionaries(st.text(), st.text())
)
names = "kind call how value error message fields by_source args stdout detail facts memory event group".split()
kinds = st.sampled_from("armed fault imported import_error call dynamic too_large done strange".split())


@given(st.lists(st.tuples(kinds, st.dictionaries(st.sampled_from(names), anything))))
def test_any_frame_is_absorbed(claims: list[tuple[str, dict[str, object]]]) -> None:
    """Fields of any type in any order never raise, and unreported calls are lost."""
    transcript = Transcript(lambda _number: None)
    transcript.absorb([{**fields, "kind": kind} for kind, fields in claims], [[0, 1], [2]])
    assert transcript.outcome(3) is LOST


ARMED = {"kind": "armed"}
HONEST = [ARMED, {"kind": "imported", "group": 0}, *({"kind": "call", "call": n, "how": "value", "value": n} for n in (0, 1))]
FORGERIES = [
    [ARMED, *HONEST],
    [*HONEST, HONEST[-1]],
    [*HONEST, {"kind": "call", "call": 2, "how": "value", "value": 2}],
    [*HONEST, {"kind": "imported", "group": 0}],
    [*HONEST, {"kind": "fault", "detail": "yours"}],
    [*HONEST, {"kind": "done"}],
    [*HONEST, {"kind": "strange"}],
    [HONEST[0], HONEST[1], HONEST[3], HONEST[2]],
    HONEST[1:],
]


def test_frames_in_their_order_count() -> None:
    """The order of an honest child."""
    transcript = Transcript(lambda _number: None)
    rest = [{"kind": "imported", "group": 1}, {"kind": "call", "call": 2, "how": "raise"}, {"kind": "done"}]
    transcript.absorb([*HONEST, *rest], [[0, 1], [2]])
    assert not transcript.forged
    assert [transcript.outcome(n).kind for n in range(3)] == ["value", "value", "raise"]


@pytest.mark.parametrize("frames", FORGERIES)
def test_a_frame_out_of_turn_voids_everything(frames: list[dict[str, object]]) -> None:
    """Who forges one report has none."""
    transcript = Transcript(lambda _number: None)
    transcript.absorb(frames, [[0, 1], [2]])
    assert transcript.forged
    assert {transcript.outcome(n).kind for n in range(3)} == {"lost"}


def test_known_bytes_are_not_decoded_again() -> None:
    """What follows the number of a call is looked up; anything else is decoded, and tells its bytes."""
    body = b'{"call":7,"kind":"call","how":"value"}'
    source = FrameReader(frame_bytes=1_000, total_bytes=10_000, known={b'"kind":"call","how":"value"}': "content"})
    others = [b'{"call":-7,"kind":"call","how":"value"}', b'{"kind":"call","call":7,"how":"value"}']
    read = [frame for one in (body, *others) for frame in source.feed(framed(one))]
    assert read[0] == Known(7, "content")
    assert [frame["raw"] for frame in read[1:] if isinstance(frame, dict)] == [
        b'"kind":"call","how":"value"}',
        b'"call":7,"how":"value"}',
    ]


@pytest.mark.parametrize("calls", [[0, 1, 2], [0, 2], [0, 0]])
def test_known_calls_keep_their_turn(calls: list[int]) -> None:
    """A recognised frame out of turn is a forgery like any other."""
    outcome = Outcome("value", value=1)
    transcript = Transcript(lambda _number: None)
    transcript.absorb([ARMED, HONEST[1], *(Known(call, outcome) for call in calls)], [[0, 1]])
    assert transcript.forged
