"""CPython's process functions over the virtual machine against the same functions over real programs."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from forms import FORMS, LISTED, REFUSED, STUBS, TOOLS, source  # noqa: E402 - a sibling of this file

EXIT_PROTOCOL = 3
FILES = {"a.txt": "alpha\n", "b.txt": "beta\n", "sub/c.txt": "gamma\n"}


def _ask(script: str, folder: Path, order: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Run a helper script on an order and read its answer."""
    (folder / "order.json").write_text(json.dumps(order))
    answer = folder / "answer.json"
    command = [sys.executable, "-I", str(HERE / script), str(folder / "order.json"), str(answer)]
    subprocess.run(
        command,
        check=True,
        timeout=100,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **options,
    )
    found: dict[str, Any] = json.loads(answer.read_text())
    return found


def play_virtually(folder: Path, forms: dict[str, str], **order: Any) -> dict[str, Any]:
    """Play forms in one virtual machine."""
    world = {"tools": TOOLS, "files": FILES, "now": None}
    texts = {name: source(body) for name, body in forms.items()}
    return _ask("virtual.py", folder, {"world": world, "forms": texts, **order})


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Every form over real programs."""
    folder = tmp_path_factory.mktemp("real")
    (folder / "bin").mkdir()
    for name, body in STUBS.items():
        path = folder / "bin" / name
        path.write_text(f"#!/bin/dash\n{body}\n")
        path.chmod(0o755)
    (folder / "bin/sh").symlink_to("/bin/dash")
    (folder / "tmp").mkdir()
    env = {"PATH": str(folder / "bin"), "LANG": "C.UTF-8", "TMPDIR": str(folder / "tmp")}
    order = {"folder": str(folder), "files": FILES, "forms": {name: source(body) for name, body in FORMS.items()}}
    return _ask("play.py", folder, order, env=env)


@pytest.fixture(scope="module")
def virtual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Every form over the virtual machine."""
    return play_virtually(tmp_path_factory.mktemp("virtual"), FORMS)


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Every form that the machine does not offer."""
    return play_virtually(tmp_path_factory.mktemp("refused"), REFUSED)


@pytest.mark.parametrize("form", FORMS)
def test_form_equals_a_real_run(form: str, real: dict[str, str], virtual: dict[str, Any]) -> None:
    """The form gives the value or the exception that real programs give."""
    assert virtual["results"][form] == real[form]


def test_every_form_is_reported_once(virtual: dict[str, Any]) -> None:
    """The broker reports each call, in order, and ends in peace with its child."""
    assert [frame["call"] for frame in virtual["frames"]] == list(range(len(FORMS)))
    assert (virtual["broker"], virtual["child"]) == (0, 0)


def test_every_listed_form_is_played(
    real: dict[str, str], virtual: dict[str, Any], print_table: Callable[[str], None]
) -> None:
    """Each kind of the design's list has its forms here; the table says how many equal a real run."""
    alike = {name for name in FORMS if virtual["results"][name] == real[name]}
    rows = [f"legitimate forms: {len(alike)} of {len(FORMS)} equal a real run"]
    rows += [f"  {kind}: {len(alike.intersection(names))} of {len(names)}" for kind, names in LISTED.items()]
    print_table("\n".join(rows))
    assert {name for names in LISTED.values() for name in names} <= alike


def test_a_shell_is_seen_exactly_where_there_is_one(virtual: dict[str, Any]) -> None:
    """`shell` is set for every form that goes through a shell, by any road, and for no other."""
    seen = {name for name, frame in zip(FORMS, virtual["frames"], strict=True) if frame["shell"]}
    roads = ("shell=True", "os.system", "os.popen", "getoutput", "'sh'", "subprocess_shell")
    assert seen == {name for name, body in FORMS.items() if any(road in body for road in roads)}


def test_no_honest_form_is_refused(virtual: dict[str, Any]) -> None:
    """Nothing that a real run does is reported as a feature that the machine lacks."""
    assert [frame["refused"] for frame in virtual["frames"] if frame["refused"]] == []


def test_two_runs_are_alike(tmp_path: Path, virtual: dict[str, Any]) -> None:
    """A second run of every form gives the same results and the same reports, byte for byte."""
    assert play_virtually(tmp_path, FORMS) == virtual


@pytest.mark.parametrize("form", REFUSED)
def test_refused_form_is_loud(form: str, refused: dict[str, Any]) -> None:
    """What the machine does not offer raises and is reported by name; it never passes for a value."""
    frame = refused["frames"][list(REFUSED).index(form)]
    assert not refused["results"][form].startswith("value")
    assert frame["refused"] != []


def test_roads_to_a_real_process_count_as_a_shell(refused: dict[str, Any]) -> None:
    """fork, exec and pty are refused and seen as a shell as well."""
    seen = {name: frame["shell"] for name, frame in zip(REFUSED, refused["frames"], strict=True)}
    assert [
        name for name in ("fork", "exec", "pty", "pty fork", "openpty", "preexec_fn", "case", "bash") if not seen[name]
    ] == []


def test_what_was_started_is_reported(tmp_path: Path) -> None:
    """argv, program, folder, environment, input and road of each start stand in the report."""
    body = (
        "os.environ['A'] = 'b'; run(['cat', 'é'], cwd='sub', input='in', text=True); os.system('X=1 tool \"$HOME\"; nosuch')"
    )
    (frame,) = play_virtually(tmp_path, {"one": body})["frames"]
    cat, sh, tool, nosuch = frame["spawns"]
    home = "/home/user/project"
    assert cat == {
        "argv": ["cat", "é"],
        "exe": "/usr/bin/cat",
        "cwd": f"{home}/sub",
        "env": [["A", "b"]],
        "stdin": "in",
        "via": "py",
    }
    assert (sh["argv"][:2], sh["exe"], sh["via"]) == (["sh", "-c"], "/usr/bin/sh", "py")
    assert (tool["argv"], tool["env"], tool["via"]) == (["tool", "/home/user"], [["A", "b"], ["X", "1"]], "sh")
    assert (nosuch["argv"], nosuch["exe"]) == (["nosuch"], "")


def test_changed_files_are_reported(tmp_path: Path) -> None:
    """Written, changed and removed files are reported with their content, others are not."""
    body = "open('new', 'w').write('n'); os.remove('a.txt'); run('echo x >> b.txt', shell=True)"
    (frame,) = play_virtually(tmp_path, {"one": body})["frames"]
    home = "/home/user/project"
    assert frame["files"] == [[f"{home}/a.txt", None], [f"{home}/b.txt", "beta\nx\n"], [f"{home}/new", "n"]]


def test_a_tool_of_one_call_replaces_that_of_the_world(tmp_path: Path) -> None:
    """Tools of a call hold for that call only, and a missing one is not found by either road."""
    body = "try: return run(['tool'], capture_output=True).stdout, os.system('tool')\nexcept FileNotFoundError as e: return e.filename, os.system('tool')"
    found = play_virtually(tmp_path, {"a": body, "b": body}, tools={"a": {"tool": [{"missing": True}]}})["results"]
    assert found == {"a": "value ('tool', 32512)", "b": "value (b'out\\n', 0)"}


def test_runs_of_a_tool_come_in_order(tmp_path: Path) -> None:
    """The first start takes the first entry, the second the second, and the last entry repeats."""
    body = "return [run(['t']).returncode for _ in range(4)]"
    found = play_virtually(tmp_path, {"a": body}, tools={"a": {"t": [{"exit": 1}, {"exit": 2}]}})["results"]
    assert found == {"a": "value [1, 2, 2, 2]"}


def test_every_call_starts_afresh(tmp_path: Path) -> None:
    """Files, folder, environment, clock and counters do not survive a call."""
    body = (
        "p = Popen(['slow']); r = os.getcwd(), os.environ.get('Z'), os.listdir('.'), time.time(), tempfile.mkdtemp()\n"
        "os.environ['Z'] = '1'; open('left', 'w').close(); os.chdir('sub'); time.sleep(5)\nreturn r"
    )
    found = play_virtually(tmp_path, {"a": body, "b": body})["results"]
    assert found["a"] == found["b"]
    assert "1704067200.0" in found["a"]


def test_no_amount_of_output_hides_a_shell(tmp_path: Path) -> None:
    """A report that is too large is cut down and still says that a shell was seen."""
    body = "for i in range(5): open(f'f{i}', 'wb').write(bytes(1000000))\nreturn os.system('true')"
    (frame,) = play_virtually(tmp_path, {"one": body})["frames"]
    assert (frame["shell"], frame["files"], frame["refused"]) == (True, [], ["limit: report size"])


@pytest.mark.parametrize(
    ("body", "limit"),
    [
        ("return os.system('while true; do :; done')", "limit: steps"),
        ("return os.system('tool | ' * 300 + 'tool')", "limit: processes"),
        ("return os.system('x=$(' * 50 + 'tool' + ')' * 50)", "deep nesting"),
        ("return run(['cat'], input=b'x' * 2000000, stdout=PIPE).returncode", "limit: stream size"),
        ("return os.system('sh -c \\'' * 1 + 'sh $0' + '\\'')", ""),
    ],
)
def test_limits_hold(body: str, limit: str, tmp_path: Path) -> None:
    """Work without end stops at a limit that is reported, and the next call is not harmed."""
    found = play_virtually(tmp_path, {"one": body, "two": "return run(['tool'], stdout=DEVNULL).returncode"})
    assert found["frames"][0]["refused"] == ([limit] if limit else [])
    assert found["results"]["two"] == "value 0"


def test_waiting_for_ever_ends_the_child(tmp_path: Path) -> None:
    """A wait that nothing can end takes broker and child down at once, without a result."""
    found = play_virtually(tmp_path, {"one": "return run(['slow'])"})
    assert (found["broker"], found["child"], found["results"]) == (4, 79, {})


@pytest.mark.parametrize(
    "body",
    [
        "return link().ask('nonsense')",
        "return link().ask('begin', call=0, tools={})",
        "return link().ask('begin', call=1, tools={})",
        "return link().ask('end', call=7)",
        "return link().ask('spawn', argv=[1], candidates=[2], cwd=3, env=4, session=5, failure=6)",
        "return link().ask('open', path='/x')",
        "return link()._sock.send(b'?')or link().ask('settle')",
        "return link()._sock.send(bytes([0, 0, 0, 2]) + b'[]') or link().ask('settle')",
    ],
)
def test_nonsense_costs_the_child_its_broker(body: str, tmp_path: Path) -> None:
    """A child that does not keep to the protocol loses its broker, and with it its life; nothing is reported for it."""
    reach = "def link(): return next(c.cell_contents for c in selectors.PollSelector.select.__closure__ if hasattr(c.cell_contents, 'ask'))"
    found = play_virtually(tmp_path, {"one": f"{reach}\n{body}"})
    assert found["frames"] == []
    assert found["broker"] == EXIT_PROTOCOL
    assert (found["child"], found["results"]) == (79, {})


def test_a_call_is_closed_once(tmp_path: Path) -> None:
    """A child that closes its own call cannot have it closed again: the first report stays the only one."""
    body = "link = os.stat.__self__._store._link; os.system('tool'); link.ask('end', call=0); return 0"
    found = play_virtually(tmp_path, {"one": body})
    assert [frame["shell"] for frame in found["frames"]] == [True]
    assert (found["broker"], found["child"]) == (EXIT_PROTOCOL, 79)


def test_a_process_of_an_earlier_call_is_gone(tmp_path: Path) -> None:
    """A Popen object kept from an earlier call waits for nothing and takes no status from a process of this one."""
    keep = "os.kept = Popen(['slow']); return os.kept.poll()"
    use = "p = Popen(['fail'], stdout=DEVNULL, stderr=DEVNULL); os.kept.poll(); return p.wait(), p.pid != os.kept.pid"
    assert play_virtually(tmp_path, {"a": keep, "b": use})["results"] == {"a": "value None", "b": "value (3, True)"}
