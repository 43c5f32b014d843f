import importlib.metadata
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"[a-z0-9][a-z0-9-]*==[0-9][0-9a-z.]*(\.post[0-9]+)?")


def lines(name: str) -> list[str]:
    """Lines of a requirements file."""
    return (ROOT / name).read_text("utf-8").splitlines()


def pins(name: str) -> dict[str, str]:
    """Version by package."""
    return dict(line.split("==") for line in lines(name) if "==" in line)


def wanted(name: str) -> set[str]:
    """Packages that an input file names."""
    return {line.split("==")[0] for line in lines(name) if line and not line.startswith("#")}


def test_every_requirement_is_pinned() -> None:
    """requirements.txt holds exact versions and, last, the project itself; nothing else."""
    *pinned, last = lines("requirements.txt")
    assert last == "-e ."
    assert [line for line in pinned if not PIN.fullmatch(line)] == []


def test_the_check_tools_are_pinned_on_top() -> None:
    """requirements-dev.txt begins with requirements.txt and repeats none of it."""
    first, *pinned = lines("requirements-dev.txt")
    assert first == "-r requirements.txt"
    assert [line for line in pinned if not PIN.fullmatch(line)] == []
    assert pins("requirements.txt").keys() & pins("requirements-dev.txt").keys() == set()


def test_the_trainers_are_pinned_apart() -> None:
    """requirements-models.txt holds exact versions; what OpenEnv and the trainers share is of one version where both can."""
    assert [line for line in lines("requirements-models.txt") if not PIN.fullmatch(line)] == []
    ours, theirs = pins("requirements.txt"), pins("requirements-models.txt")
    shared = ("huggingface-hub", "markdown-it-py", "numpy", "pydantic", "pytest", "tokenizers", "transformers")
    assert {name: theirs[name] for name in shared} == {name: ours[name] for name in shared}
    assert ours["mcp"] != theirs["mcp"]


@pytest.mark.parametrize("name", ["requirements", "requirements-dev", "requirements-models"])
def test_what_is_asked_for_is_pinned(name: str) -> None:
    """Each package of the input file has its pin."""
    assert wanted(f"{name}.in") <= pins(f"{name}.txt").keys()


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_the_pins_are_what_is_installed(name: str) -> None:
    """The environment that runs the tests is the pinned one."""
    installed = {dist.metadata["Name"].lower().replace("_", "-").replace(".", "-"): dist.version for dist in distributions()}
    if name == "requirements-dev.txt" and "mypy" not in installed:
        pytest.skip("the check tools are not installed; run `make test`")
    assert {package: installed.get(package) for package in pins(name)} == pins(name)


def distributions() -> list[importlib.metadata.Distribution]:
    """Installed distributions."""
    return list(importlib.metadata.distributions())


def test_torch_is_no_requirement() -> None:
    """The environment needs no deep-learning library."""
    every = pins("requirements.txt").keys() | pins("requirements-dev.txt").keys()
    assert every & {"torch", "jax", "tensorflow", "triton", "ray"} == set()


def test_the_extras_repeat_the_pins() -> None:
    """What `pip install openenv-code-review-env[server]` brings is what requirements.txt pins."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    apart = pins("requirements-inspect.txt") | pins("requirements-models.txt")
    known = apart | pins("requirements.txt") | pins("requirements-dev.txt")
    stated = dict(pin.split("==") for extra in project["optional-dependencies"].values() for pin in extra)
    assert {package: known.get(package) for package in stated} == stated


def test_the_client_needs_openenv_alone() -> None:
    """Whoever only talks to a server installs one thing beside the client."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert [re.split(r"[<>=]", need)[0] for need in project["dependencies"]] == ["openenv"]


def test_the_version_is_said_once() -> None:
    """pyproject.toml, openenv.yaml and the image agree on the version."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "openenv.yaml").read_text()
    assert f"ARG VERSION={version}\n" in (ROOT / "Dockerfile").read_text()
