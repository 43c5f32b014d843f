"""The run that the first view shows: played by the real environment, shipped as data.

`python -m code_review_env.server.ui.recording` plays it again and writes the file.
"""

import tempfile
from importlib import resources
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from code_review_env.env import assemble
from code_review_env.env.environment import CodeReviewEnvironment, Parts
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.store import EpisodeStore
from code_review_env.models import CodeReviewAction
from code_review_env.server.ui.play import Play
from code_review_env.server.ui.view import View
from code_review_env.tasks.bank import TaskBank

SEED: Final = 7
FILE: Final = "recorded.json"

_VIEWS: Final = TypeAdapter(tuple[View, ...])


def record(parts: Parts) -> tuple[View, ...]:
    """Play the file unchanged, then the reference repair of each stage; the start and its four steps."""
    environment = CodeReviewEnvironment(parts)
    seen = environment.reset(seed=SEED)
    seen = environment.step(CodeReviewAction(code=seen.messy_code))
    while not seen.done:
        seen = environment.step(CodeReviewAction(code=parts.bank.find(seen.task_name).reference))
    return Play(parts).film(seen.episode_id)


def recorded() -> tuple[View, ...]:
    """The run as it is shipped."""
    return _VIEWS.validate_json(resources.files("code_review_env.server.ui").joinpath("web", FILE).read_bytes())


def main() -> None:
    """Write the run anew."""
    with tempfile.TemporaryDirectory() as folder:
        store = EpisodeStore(Path(folder, "episodes.sqlite3"))
        with assemble.parts(PoolSettings(workers=1), store, TaskBank.load()) as parts:
            views = record(parts)
    Path(__file__).with_name("web").joinpath(FILE).write_bytes(_VIEWS.dump_json(views, indent=1) + b"\n")


if __name__ == "__main__":
    main()
