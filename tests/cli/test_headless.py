"""Commands do without OpenEnv's own page."""

import subprocess
import sys
from types import ModuleType

from code_review_env.cli.headless import PAGE, leave_the_page_out


def test_a_page_that_is_there_stays() -> None:
    """Whoever has imported it goes on using it."""
    page = ModuleType(PAGE)
    modules: dict[str, ModuleType | None] = {PAGE: page}
    leave_the_page_out(modules)
    assert modules == {PAGE: page}


def test_an_environment_is_made_without_gradio() -> None:
    """OpenEnv works all the same."""
    text = (
        "from code_review_env.cli.headless import leave_the_page_out as leave\n"
        "leave()\n"
        "import sys, code_review_env\n"
        "assert code_review_env.make and code_review_env.CodeReviewEnv\n"
        "print('gradio' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "False\n"
