import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
NOT_SHIPPED = {"__pycache__", "node_modules", "src", ".npmrc", "package.json", "package-lock.json", "mypy.ini"}
"""Names of files and folders; the page's script is built from `src` beforehand."""
DIST_INFO = f"openenv_code_review_env-{PROJECT['project']['version']}.dist-info"


def package_folders() -> dict[str, Path]:
    """Folder by dotted name, for every package of the tree."""
    found = {"code_review_env": ROOT}
    for marker in ROOT.glob("[a-z]*/**/__init__.py"):
        parts = marker.parent.relative_to(ROOT).parts
        if parts[0] not in {"build", "tests", "dist"}:
            found[".".join(("code_review_env", *parts))] = marker.parent
    return found


def shipped() -> set[str]:
    """Every file that must be in the wheel: the root's own modules, and whatever lies in a package folder."""
    root_files = {path.name for path in ROOT.glob("*.py")} | {"py.typed", "openenv.yaml", "prompts.toml"}
    below = {
        str(path.relative_to(ROOT))
        for folder in {name.split(".")[1] for name in package_folders() if "." in name}
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not NOT_SHIPPED & set(path.relative_to(ROOT).parts)
    }
    return {f"code_review_env/{name}" for name in root_files | below}


def test_the_package_list_is_the_tree() -> None:
    """pyproject.toml lists each folder with an `__init__.py`, and nothing else."""
    assert sorted(PROJECT["tool"]["setuptools"]["packages"]) == sorted(package_folders())


def test_the_package_is_typed() -> None:
    """Type checkers of our users read our annotations."""
    assert (ROOT / "py.typed").is_file()
    assert "py.typed" in PROJECT["tool"]["setuptools"]["package-data"]["code_review_env"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that nothing is left in the tree, with the setuptools that is installed."""
    backend = PROJECT["build-system"]["requires"][0].split("==")[1]
    if importlib.metadata.version("setuptools") != backend:
        pytest.skip(f"setuptools {backend} is not installed; run `make test`")
    home = tmp_path_factory.mktemp("wheel")
    ignore = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", *NOT_SHIPPED)
    shutil.copytree(ROOT, home / "source", ignore=ignore)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", home]
    subprocess.run([*command, home / "source"], check=True, capture_output=True)
    (built,) = home.glob("*.whl")
    return built


@pytest.mark.wheel
def test_the_wheel_holds_the_product_and_nothing_else(wheel: Path) -> None:
    """One top level beside the metadata; every module and data file; no test, no document."""
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name.split("/")[0] for name in names} == {"code_review_env", DIST_INFO}
    assert {name for name in names if name.startswith("code_review_env/")} == shipped()
    assert f"{DIST_INFO}/licenses/LICENSE" in names


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python of a fresh environment with the wheel; third parties come from this environment's site-packages."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin/python"
    command = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel]
    subprocess.run(command, check=True, capture_output=True)
    site = next((home / "lib").glob("python3*")) / "site-packages"
    (site / "third_parties.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def run(command: list[str | Path], folder: Path) -> str:
    """Standard output of a command run in a folder without a checkout around it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


CLIENT = """
import json, sys
import code_review_env
heavy = "openenv" in sys.modules
action = code_review_env.CodeReviewAction(code="x = 1")
from code_review_env.tasks.bank import TaskBank
client = code_review_env.CodeReviewEnv.__name__
print(json.dumps([code_review_env.__file__, heavy, action.code, client, len(TaskBank.load().handwritten)]))
"""


@pytest.mark.wheel
def test_the_wheel_imports_from_its_own_place(installed: Path, tmp_path: Path) -> None:
    """Importing the installed package loads no OpenEnv until a name is used, and the tasks come along."""
    place, heavy, code, client, tasks = json.loads(run([installed, "-c", CLIENT], tmp_path))
    assert Path(place).is_relative_to(installed.parents[1])
    assert (heavy, code, client) == (False, "x = 1", "CodeReviewEnv")
    assert tasks >= 12


@pytest.mark.wheel
def test_the_wheel_brings_its_commands(installed: Path, tmp_path: Path) -> None:
    """`code-review-env` and `server` are installed, and the first lists the tasks."""
    commands = installed.parent
    listed = json.loads(run([commands / "code-review-env", "tasks", "list", "--json"], tmp_path))
    assert (commands / "server").is_file()
    assert listed
