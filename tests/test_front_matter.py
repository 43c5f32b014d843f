import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import pytest
import yaml
from huggingface_hub import SpaceCard
from huggingface_hub.constants import SPACES_SDK_TYPES
from openenv.cli.commands import push
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

ROOT = Path(__file__).parents[1]
Color = Literal["red", "yellow", "green", "blue", "indigo", "purple", "pink", "gray"]


class FrontMatter(BaseModel):
    """What a Docker Space of this project must say at the top of its README."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: Annotated[str, Field(min_length=1)]
    emoji: Annotated[str, Field(min_length=1, max_length=2)]
    colorFrom: Color  # noqa: N815 - the Space's own spelling
    colorTo: Color  # noqa: N815 - the Space's own spelling
    sdk: Literal["docker"]
    app_port: Literal[8000]
    base_path: Literal["/"]
    pinned: bool
    license: Literal["apache-2.0"]
    short_description: Annotated[str, Field(max_length=60)]
    tags: list[str]

    @field_validator("tags")
    @classmethod
    def _found_by_openenv(cls, tags: list[str]) -> list[str]:
        if "openenv" not in tags:
            message = "the tag `openenv` is how the environment is found"
            raise ValueError(message)
        return tags


def front_matter(text: str) -> FrontMatter:
    """The YAML block that a README begins with."""
    opening, block, _ = text.split("---\n", 2)
    if opening:
        message = "the front matter must be the first thing in the file"
        raise ValueError(message)
    return FrontMatter.model_validate(yaml.safe_load(block))


README = (ROOT / "README.md").read_text("utf-8")


def test_the_readme_describes_the_space() -> None:
    """The Space is a Docker one on the port that OpenEnv's container runners expect."""
    assert front_matter(README).sdk == "docker"
    assert front_matter(README).app_port == 8000


@pytest.mark.parametrize(
    ("line", "instead", "fault"),
    [
        ("sdk: docker\n", "", "sdk"),
        ("sdk: docker\n", "sdk: gradio\n", "sdk"),
        ("app_port: 8000\n", "app_port: 7860\n", "app_port"),
        ("colorFrom: indigo\n", "colorFrom: mauve\n", "colorFrom"),
        ("  - openenv\n", "", "tags"),
        ("license: apache-2.0\n", "licence: apache-2.0\n", "licence"),
    ],
)
def test_a_faulty_front_matter_is_refused(line: str, instead: str, fault: str) -> None:
    """Each fault that would break the Space is refused by the name of its field."""
    assert line in README
    with pytest.raises(ValidationError) as refusal:
        front_matter(README.replace(line, instead, 1))
    assert fault in {error["loc"][0] for error in refusal.value.errors()}


def test_the_front_matter_comes_first() -> None:
    """A line before the block hides it from the Space."""
    with pytest.raises(ValueError, match="first thing"):
        front_matter("# Title\n" + README)


def test_the_hub_reads_the_same_card() -> None:
    """What `huggingface_hub` makes of the README without a network: every field known to it is kept, none is bent."""
    card = SpaceCard.load(ROOT / "README.md", ignore_metadata_errors=False)
    assert card.data.sdk in SPACES_SDK_TYPES
    assert FrontMatter.model_validate(card.data.to_dict()) == front_matter(README)
    assert yaml.safe_load(card.data.to_yaml()) == yaml.safe_load(README.split("---\n", 2)[1])
    with pytest.raises(ValueError, match="should be a dict"):
        SpaceCard("---\n- title\n---\n")


@pytest.fixture(scope="module")
def pushed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `openenv push --no-interface` would send from a fresh clone, staged by its own function."""
    if shutil.which("git") is None:
        pytest.skip("git lists the project's files: apt-get install git")
    clone, staged = tmp_path_factory.mktemp("clone"), tmp_path_factory.mktemp("staged")
    command = ["git", "-c", "safe.directory=*", "-C", str(ROOT), "ls-files", "-z"]
    listing = subprocess.run(command, capture_output=True, text=True, check=True)
    for name in listing.stdout.rstrip("\0").split("\0"):
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, clone / name)
    name, _ = push._validate_openenv_directory(clone)
    push._prepare_staging_directory(clone, name, staged, push._load_ignore_patterns(clone, None), enable_interface=False)
    return staged


def test_a_push_leaves_the_space_as_it_is(pushed: Path) -> None:
    """The Dockerfile lies at the root, word for word, and the README keeps its front matter."""
    assert (pushed / "Dockerfile").read_text("utf-8") == (ROOT / "Dockerfile").read_text("utf-8")
    assert (pushed / "README.md").read_text("utf-8") == README


def test_a_push_sends_what_the_image_needs(pushed: Path) -> None:
    """Every file that the Dockerfile's context lets in is sent, our folder `env` too."""
    admitted = [line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")]
    assert all(any(pushed.glob(name)) for name in admitted), admitted
    assert (pushed / "env/environment.py").is_file()


def test_the_image_gets_the_data_of_every_package() -> None:
    """What the wheel carries from the root, the Docker context lets in."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    admitted = set((ROOT / ".dockerignore").read_text("utf-8").splitlines())
    assert {f"!{name}" for name in project["package-data"]["code_review_env"]} <= admitted
    folders = {package.split(".")[1] for package in project["packages"] if "." in package}
    assert {f"!{folder}" for folder in folders} <= admitted
