"""Ways to hand a command to a shell: S602. The line itself, where it stands, what stands around it, how the call is spelt."""

from code_review_env.tasks.mess.shell.distraction import DISTRACTION
from code_review_env.tasks.mess.shell.indirection import INDIRECTION
from code_review_env.tasks.mess.shell.spelling import SPELLING
from code_review_env.tasks.mess.shell.styles import HELD_OUT, STYLES

__all__ = ["DISTRACTION", "HELD_OUT", "INDIRECTION", "SPELLING", "STYLES"]
