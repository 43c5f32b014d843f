"""Changes that no honest repair makes: what they do to a source."""

import pytest

from code_review_env.env.errors import InvalidParameter
from code_review_env.server.ui.whatif import CHANGES, KEPT, changed

SOURCE = "import os\f\n\n@cache\ndef add(add_to, y=1):\n    return add_to + y\n\n\nprint(add(1))\n"


def test_each_change_does_what_its_button_says() -> None:
    """Everything around stays, also behind a form feed."""
    told = {name: changed(name, SOURCE, "add") for name in CHANGES}
    assert told["delete"] == "import os\f\n\n\n\nprint(add(1))\n"
    assert told["rename"] == SOURCE.replace("def add(", "def add_new(")
    assert told["silence"] == "# ruff: noqa\n" + SOURCE
    assert told["widen"].startswith(SOURCE.replace("def add(", f"def {KEPT}("))
    assert told["widen"].endswith(f"def add(*args, **kwargs):\n    return {KEPT}(*args, **kwargs)\n")


@pytest.mark.parametrize("source", ["def add(:\n", "x = 1\n", ""])
def test_a_source_without_the_function_is_refused(source: str) -> None:
    """In a sentence."""
    with pytest.raises(InvalidParameter, match="no function 'add'"):
        changed("rename", source, "add")
