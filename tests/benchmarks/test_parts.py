"""Every part runs on a tiny setting and leaves figures; those that start servers or peers are left to `make proof`."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from code_review_env.benchmarks import __main__ as command
from code_review_env.benchmarks import report, rivals
from code_review_env.benchmarks.parts import PARTS, Part, run
from code_review_env.benchmarks.peers import local
from code_review_env.benchmarks.peers.foreign import Foreign
from code_review_env.benchmarks.record import Figure, Left, Record, Target, value
from code_review_env.benchmarks.rig import Rig
from code_review_env.benchmarks.serving import NotServing
from code_review_env.charts.svg import number

QUICK = ("engine", "size", "cases", "large", "feedback", "medium")
SLOW = ("peers", "served", "start")


@pytest.fixture(scope="module")
def record(tiny: Rig) -> Record:
    """A run of the parts that need the engine alone."""
    return command.measure(QUICK, tiny)


@pytest.fixture(scope="module")
def slow(tiny: Rig) -> Record:
    """A run of the other parts."""
    return command.measure(SLOW, tiny)


def test_a_record_is_read_back(record: Record) -> None:
    """The JSON holds all of a record and nothing else."""
    text = record.model_dump_json()
    assert Record.model_validate_json(text) == record
    assert set(json.loads(text)) == set(Record.model_fields)


def test_every_part_leaves_figures(record: Record, told: list[str]) -> None:
    """No part is silent, in figures or in progress, and no figure is nonsense."""
    assert {one.part for one in record.figures} == set(QUICK)
    assert all(one.value > 0 for one in record.figures if one.metric == "p50")
    assert [words.split()[1] for words in told if words.startswith("==> ")][: len(QUICK)] == [f"{part}:" for part in QUICK]
    assert len(record.targets) == 12


def test_every_part_is_run_here() -> None:
    """None was added without a run in this file."""
    assert {*QUICK, *SLOW} == set(PARTS)


def test_the_page_names_every_part_and_key() -> None:
    """What the record holds can be looked up."""
    page = (Path(command.ROOT) / "docs/benchmarks/README.md").read_text("utf-8")
    assert [name for name in PARTS if f"\n| `{name}` | " not in page] == []
    assert [key for key in (*Record.model_fields, *Figure.model_fields, *Left.model_fields) if f"`{key}`" not in page] == []


@pytest.mark.proof
def test_nobody_is_refused(slow: Record) -> None:
    """Up to 64 clients play over HTTP and WebSocket without an error, and the server tells its health meanwhile."""
    assert {one.part for one in slow.figures} == set(SLOW)
    assert [one.value for one in slow.figures if one.metric == "errors"] == [0.0] * 6
    assert all(one.value > 0 for one in slow.figures if one.metric in {"p50", "throughput", "/health p50", "reset p50"})


def test_the_floor_is_the_sum_of_its_parts(record: Record) -> None:
    """And one submission costs more than it."""
    parts = [value(record.figures, "engine", name, "CPU") or 0 for name in ("fork and exit", "ruff server", "ast.parse")]
    floor = value(record.figures, "engine", "floor", "CPU")
    assert floor == pytest.approx(sum(parts))
    assert floor < (value(record.figures, "engine", "ours", "CPU") or 0)


@pytest.mark.proof
def test_peers_say_the_same(slow: Record) -> None:
    """Those that run here judge the behaviour of every submission as we do; else their times would mean nothing."""
    agreed = {one.subject: one.value for one in slow.figures if one.metric == "agrees"}
    assert agreed == {local.PYTEST: 100.0, local.FRESH: 100.0}


def test_a_peer_that_does_not_install_is_left_out(tmp_path: Path) -> None:
    """The reason is told, and the run goes on."""
    peer = Foreign("nobody", "openenv_exec.py", (str(tmp_path / "nobody-1.0-py3-none-any.whl"),))
    with ExitStack() as stack:
        found = rivals.started(peer, tmp_path, stack)
    assert isinstance(found, Left)
    assert "nobody" in found.reason


def test_a_part_that_cannot_run_is_left_out(tiny: Rig) -> None:
    """The run goes on, and what the others found is kept."""

    def unable(_rig: Rig) -> Iterator[Figure]:
        message = "no server here"
        raise NotServing(message)

    figure = Figure(part="able", subject="s", metric="m", unit="ms", value=1.0)
    parts = {"unable": Part("", unable, lambda _: iter(())), "able": Part("", lambda _: iter([figure]), lambda _: iter(()))}
    found = run(["unable", "able"], tiny, parts)
    assert (found.figures, [one.reason for one in found.left]) == ((figure,), ["no server here"])


def test_a_record_is_printed(record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    """Every subject and every target stands in the output, and a missed target says so."""
    missed = Target(name="never kept", at_most=1.0, value=2.0)
    report.show(record.model_copy(update={"targets": (*record.targets, missed)}))
    printed = capsys.readouterr().out
    assert all(one.subject in printed for one in record.figures)
    assert all(one.name in printed for one in record.targets)
    assert "MISSED" in printed.partition("never kept")[2]


@pytest.mark.parametrize(
    ("target", "met"),
    [
        (Target(name="t", at_most=2.0, value=2.0), True),
        (Target(name="t", at_most=2.0, value=2.1), False),
        (Target(name="t", at_least=50.0, value=50.0), True),
        (Target(name="t", at_least=50.0, value=49.0), False),
    ],
)
def test_a_target_is_met_up_to_its_limit(target: Target, *, met: bool) -> None:
    """Limits themselves are fine."""
    assert target.met is met


def test_numbers_are_short() -> None:
    """Three digits, thousands apart."""
    assert [number(one) for one in (0.0, 0.01234, 1.234, 99.95, 1234.5)] == ["0", "0.0123", "1.23", "100", "1,234"]


def test_a_missing_figure_is_none() -> None:
    """A target whose figures were not measured can be left out."""
    figure = Figure(part="p", subject="s", metric="m", unit="ms", value=1.0)
    assert value([figure], "p", "s", "m") == 1.0
    assert value([figure], "p", "s", "other") is None
