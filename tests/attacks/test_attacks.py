"""Every program in `programs/` tries one way out; none may read a secret, reach a peer or leave anything behind.

They run in lanes (`lane.py`): at levels A and B, as the user of the tests and, where that is root, as an ordinary user too.
"""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

pytestmark = pytest.mark.timeout(1_200)
"""A lane takes ten seconds of work or, in the proof, a minute; a busy machine stretches them."""

HERE: Final = Path(__file__).parent
PROGRAMS: Final = [*sorted(HERE.glob("programs/*.py")), *sorted(HERE.glob("programs/processes/*.py"))]
ORDINARY: Final = 1000
"""The user of the image."""
USERS: Final = (os.getuid(), ORDINARY) if os.getuid() == 0 else (os.getuid(),)
LANES: Final = [(level, user) for level in "AB" for user in USERS]
COLUMNS: Final = {
    "leaks": "leaks",
    "survivors": "surviving processes",
    "files": "files",
    "restarts": "restarts",
    "wrong": "wrong verdicts",
}
Report = dict[str, Any]
Table = Callable[[str], None]


def run(level: str, user: int, world: str, paths: Sequence[Path]) -> Report:
    """What a lane found with these programs."""
    as_user: dict[str, Any] = {} if user == os.getuid() else {"user": user, "group": user, "extra_groups": []}
    env = os.environ | {"PLANTED": secrets.token_hex(16)}
    command = [sys.executable, "-B", str(HERE / "lane.py"), level, world, *map(str, paths)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", env=env, **as_user)
    assert result.returncode == 0, result.stderr[-2000:]
    report: Report = json.loads(result.stdout)
    return report | {"level": level, "user": user, "world": world, "expected": len(paths)}


@cache
def sample(level: str, user: int) -> Report:
    """A lane of `make test`: programs that use up their time run in one lane each, in turn, all others in every lane."""
    at = LANES.index((level, user))
    paths = [path for number, path in enumerate(PROGRAMS) if number % len(LANES) == at or not is_slow(path)]
    return run(level, user, "own", paths)


def is_slow(path: Path) -> bool:
    """The program may end by its time or its memory."""
    first = path.read_text().partition("\n")[0]
    return "timeout" in first or "memory" in first


def fits(path: Path) -> bool:
    """What the program tries is forbidden with processes as well."""
    return "# world: closed" not in path.read_text()


def check(report: Report, print_table: Table) -> None:
    """Print the sums of a lane; nothing was gained in it."""
    rows = report["rows"]
    sums = ", ".join(f"{sum(bool(row[column]) for row in rows)} {word}" for column, word in COLUMNS.items())
    where = f"level {report['level']}, uid {report['uid']}" + (", with processes" * (report["world"] == "processes"))
    read = sum(report["control"].values())
    print_table(f"attacks at {where}: {len(rows)} programs, {sums} (unconfined, {read} of 4 secrets are read)")
    assert len(rows) == report["expected"]
    assert [row for row in rows if any(row[column] for column in COLUMNS)] == []
    assert report["honest"]


@pytest.fixture(params=LANES, ids=lambda lane: f"{lane[0]}-uid{lane[1]}")
def lane(request: pytest.FixtureRequest) -> Report:
    """The report of one lane."""
    return sample(*request.param)


def test_attacks_gain_nothing(lane: Report, print_table: Table) -> None:
    """No secret read, no forbidden act, no process or file left, no restart, the verdict that each program names.

    Afterwards the same zygote runs an honest program as if nothing had happened.
    """
    check(lane, print_table)


@pytest.mark.proof
@pytest.mark.parametrize("world", ["own", "processes"])
@pytest.mark.parametrize(("level", "user"), LANES)
def test_all_attacks_gain_nothing_in_any_lane(level: str, user: int, world: str, print_table: Table) -> None:
    """Every program in every lane, and those of the closed world in the process table as well."""
    check(run(level, user, world, [path for path in PROGRAMS if world == "own" or fits(path)]), print_table)


def test_the_secrets_can_be_read_where_nothing_confines(lane: Report) -> None:
    """The control: the programs that read memory, environment, disk and port do so in a plain interpreter."""
    assert lane["control"] == {"memory": True, "environment": True, "disk": True, "port": True}


def test_every_user_runs_the_same_python(lane: Report) -> None:
    """Interpreter and standard library are those of these tests, whoever runs the lane."""
    assert (lane["uid"], lane["version"], lane["library"]) == (lane["user"], sys.version, str(Path(os.__file__).parent))


def test_there_are_enough_attacks() -> None:
    """The corpus is no token, and no program stands in it twice."""
    assert len({path.read_text() for path in PROGRAMS}) == len(PROGRAMS) >= 300
