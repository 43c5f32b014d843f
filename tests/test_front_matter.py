from pathlib import Path
from typing import Annotated, Literal

import pytest
import yaml
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
