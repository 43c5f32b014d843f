import re
from pathlib import Path

import pytest

from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.evaluate import evaluate
from code_review_env.tasks.literal import CONSTRUCTORS
from code_review_env.tasks.task import MAX_GROUPS
from code_review_env.tasks.taskfile import load
from code_review_env.tasks.taskrows import TaskRows, ToolRow

PAGE = (Path(__file__).parents[2] / "docs" / "own-tasks.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_each_example_of_the_page_is_a_task(tmp_path: Path, block: str) -> None:
    """The files that the page shows load and come with hidden groups of further inputs."""
    path = tmp_path / "shown.toml"
    path.write_text(block, encoding="utf-8")
    task = load(path)
    assert 5 <= len(task.groups) <= MAX_GROUPS
    assert 100 <= sum(len(group.cases) for group in task.groups) <= 350


def test_the_page_shows_every_stage() -> None:
    """There is one complete example for each stage of the curriculum."""
    shown = [re.search(r'^stage = "(\w+)"', block, flags=re.MULTILINE) for block in BLOCKS]
    assert [match[1] for match in shown if match] == [stage.name for stage in load_curriculum().stages]


def test_the_page_names_every_key() -> None:
    """No key of a task file is undocumented."""
    keys = [*TaskRows.model_fields, *ToolRow.model_fields]
    assert [key for key in keys if not re.search(rf"[`\[]{key}\b", PAGE)] == []


def test_the_page_names_every_constructor() -> None:
    """Each type that a literal may call is listed, and calls without arguments that make sense are read."""
    assert [kind.__name__ for kind in CONSTRUCTORS if f"`{kind.__name__}`" not in PAGE] == []
    assert evaluate("Decimal()") == 0
