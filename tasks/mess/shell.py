"""Ways to write the same shell command: S602."""

from typing import Final

from code_review_env.tasks.mess.edit import Transform

TRANSFORMS: Final[tuple[Transform, ...]] = ()
