import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
SAMPLES = ("tests/exploits/submissions/", "tests/data/", "tasks/handwritten/sources/")
"""Texts that agents send or get: they are messy on purpose and speak for nobody."""


def load(path: Path) -> ModuleType:
    """A script of `tests/house` as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


LIMITS = load(ROOT / "tests/house/limits.py")
TALLY = load(ROOT / "tests/house/tally.py")


def tracked() -> list[Path]:
    """Files that git carries or would carry."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def lines_with(pattern: str, *, suffixes: tuple[str, ...] = ()) -> list[str]:
    """`path:line` of every tracked text line in which the pattern occurs, samples left out."""
    found = []
    for path in tracked():
        sample = str(path.relative_to(ROOT)).startswith(SAMPLES)
        if sample or (suffixes and path.suffix not in suffixes):
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        found += [
            f"{path.relative_to(ROOT)}:{number}"
            for number, line in enumerate(text.splitlines(), 1)
            if re.search(pattern, line)
        ]
    return found


def test_the_tracked_files_are_the_product() -> None:
    """Git carries the sources, and neither an environment nor anything that is built."""
    names = {str(path.relative_to(ROOT)) for path in tracked()}
    assert {"app.py", "env/environment.py", "tasks/data/stages.toml", "requirements.txt"} <= names
    assert [name for name in names if name.startswith((".venv", "build/", "dist/")) or "__pycache__" in name] == []


def test_no_registry_host_is_named() -> None:
    """The project installs from whatever mirror a machine is set up for."""
    hosts = [
        "pypi" + ".org",
        "python" + "hosted",
        "registry." + "npmjs",
        "deb." + "debian",
        "/simple" + "/",
        "index" + "-url =",
    ]
    assert lines_with("|".join(re.escape(host) for host in hosts)) == []


def test_no_path_of_one_machine_is_named() -> None:
    """Nothing points at a folder that only one machine has."""
    places = ["/work" + "/", "/root" + "/", "/opt/" + "wheels", "/opt/" + "pypi", r"/Users" + "/"]
    assert lines_with(rf"(?<![\w.])({'|'.join(places)})") == []


def test_nothing_is_left_to_do() -> None:
    """Open ends live in issues, not in the code."""
    assert (
        lines_with(r"\b(" + "TO" + "DO|FIX" + r"ME)\b|# X" + "XX", suffixes=(".py", ".toml", ".md", ".yaml", ".js", ".css"))
        == []
    )


def test_every_suppressed_rule_has_a_reason() -> None:
    """A `noqa` in the product says on its line why."""
    silent = lines_with(r"#\s*noqa(:\s*[A-Z0-9, ]+)?\s*$", suffixes=(".py",))
    assert [place for place in silent if not place.startswith("tests/")] == []


def broad_handlers(path: Path) -> list[int]:
    """Lines of handlers that catch everything and do not raise it again."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ExceptHandler):
            kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            broad = any(kind is None or ast.unparse(kind) in {"Exception", "BaseException"} for kind in kinds)
            last = node.body[-1]
            if broad and not (isinstance(last, ast.Raise) and last.exc is None):
                found.append(node.lineno)
    return found


def test_broad_handlers_stand_only_around_foreign_code() -> None:
    """Whoever runs code that is not ours, and the table of HTTP errors, may catch everything."""
    places = {str(path.relative_to(ROOT)) for path in LIMITS.modules(ROOT) if broad_handlers(path)}
    assert {place for place in places if not place.startswith("env/sandbox/zygote/")} <= {
        "server/errors.py",
        "env/check/ordinary.py",
    }


def test_a_broad_handler_is_found(tmp_path: Path) -> None:
    """The search sees `except Exception`, a bare `except` and a tuple, and forgives one that raises again."""
    path = tmp_path / "broad.py"
    path.write_text(
        "try: pass\nexcept Exception: pass\ntry: pass\nexcept: pass\n"
        "try: pass\nexcept (OSError, BaseException): pass\ntry: pass\nexcept BaseException:\n    raise\n"
    )
    assert broad_handlers(path) == [2, 4, 6]


def test_the_tree_keeps_its_size_limits(capsys: pytest.CaptureFixture[str]) -> None:
    """No module, function, nesting or parameter list is larger than the house allows."""
    status = LIMITS.main(ROOT)
    printed = capsys.readouterr().out
    assert [line for line in printed.splitlines() if line.startswith("over the limit")] == []
    assert status == 0
    assert printed.startswith("module lines")


def test_the_size_limits_bite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each of the four limits is told when it is passed."""
    deep = "def deep():\n" + "".join(f"{'    ' * depth}if x:\n" for depth in range(1, 5)) + "    " * 5 + "pass\n"
    wide = "def wide(a, b, c, d, e, f): pass\n"
    long = "def long():\n" + "    pass\n" * 40
    (tmp_path / "big.py").write_text(deep + wide + long + "\n" * 300)
    assert LIMITS.main(tmp_path) == 1
    told = re.findall(r"over the limit: (\w+(?: \w+)?) (\d+)", capsys.readouterr().out)
    assert dict(told) == {"module lines": "348", "nesting": "4", "parameters": "6", "function lines": "41"}


def test_an_elif_is_no_deeper_than_its_if(tmp_path: Path) -> None:
    """A chain of `elif` counts as one level, and a docstring is no code."""
    path = tmp_path / "chain.py"
    path.write_text('def f(x):\n    """Doc.\n\n    More.\n    """\n    if x: pass\n    elif y: pass\n    elif z: pass\n')
    values = {measure.kind: measure.value for measure in LIMITS.measures(path, tmp_path)}
    assert values == {"module lines": 8, "function lines": 4, "nesting": 1, "parameters": 1}


@pytest.mark.parametrize(("failures", "status"), [(0, 0), (2, 1)])
def test_the_closing_line_adds_up(tmp_path: Path, capsys: pytest.CaptureFixture[str], failures: int, status: int) -> None:
    """The last line of `make test` sums all reports, and a failure makes it fail."""
    for number in (1, 2):
        xml = f'<testsuites><testsuite tests="9" failures="{failures}" errors="1" skipped="3"/></testsuites>'
        (tmp_path / f"{number}.xml").write_text(xml.replace('errors="1"', f'errors="{failures // 2}"'))
    assert TALLY.main([tmp_path / "1.xml", tmp_path / "2.xml"]) == status
    assert capsys.readouterr().out == f"{12 - 3 * failures} passed, {3 * failures} failed, 6 skipped\n"


def test_ignore_files_keep_the_env_folder() -> None:
    """The usual ignore lists contain `env/`, which is a package of ours."""
    for name in (".gitignore", ".dockerignore"):
        assert not re.search(r"^/?env/?$", (ROOT / name).read_text(), re.MULTILINE), name
    assert any(path.is_relative_to(ROOT / "env") for path in tracked())


def test_the_image_gets_every_package() -> None:
    """Each top folder that holds a package is let through by .dockerignore, and so is each file the build names."""
    let_through = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    folders = {path.relative_to(ROOT).parts[0] for path in ROOT.glob("[a-z]*/**/__init__.py")} - {"build", "tests"}
    assert folders <= let_through
    assert {"*.py", "requirements.txt", "pyproject.toml", "README.md", "LICENSE", "py.typed", "openenv.yaml"} <= let_through


def test_every_test_says_what_it_claims() -> None:
    """Each test function has a docstring."""
    silent = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not ast.get_docstring(node)
    ]
    assert silent == []
