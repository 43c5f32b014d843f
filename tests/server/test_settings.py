"""Settings: documented, read once, refused when wrong."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from code_review_env.env.sandbox.program import Level
from code_review_env.potential import Weights
from code_review_env.server.settings import Settings

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


def test_every_setting_stands_in_its_page_and_nothing_else() -> None:
    """The table and the class name the same variables."""
    documented = set(re.findall(r"^\| `(CRE_[A-Z_]+)`", PAGE.read_text("utf-8"), re.MULTILINE))
    assert documented == {f"CRE_{name.upper()}" for name in Settings.model_fields}


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers, paths and levels arrive as what they are, also in the pool's settings."""
    monkeypatch.setenv("CRE_PORT", "8123")
    monkeypatch.setenv("CRE_SANDBOX_LEVEL", "B")
    monkeypatch.setenv("CRE_QUEUE", "3")
    settings = Settings()
    assert (settings.port, settings.pool().force_level, settings.pool().queue) == (8123, Level.B, 3)


@pytest.mark.parametrize(("name", "value"), [("PORT", "99999"), ("WORKERS", "0"), ("SANDBOX_LEVEL", "C"), ("LINT", "none")])
def test_a_value_that_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """The error names the variable's field."""
    monkeypatch.setenv(f"CRE_{name}", value)
    with pytest.raises(ValidationError, match=name.lower()):
        Settings()


def test_the_weights_of_the_process_reward_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four numbers as JSON, and the discount; the paper's without them; nonsense is refused by name."""
    assert Settings().weights == Weights(0.5, 0.4, 0.1, 0.5, 1.0)
    monkeypatch.setenv("CRE_PROCESS_WEIGHTS", "[1, 0, 0.5, 2]")
    monkeypatch.setenv("CRE_PROCESS_GAMMA", "0.9")
    assert Settings().weights == Weights(1.0, 0.0, 0.5, 2.0, 0.9)
    monkeypatch.setenv("CRE_PROCESS_GAMMA", "1.1")
    with pytest.raises(ValidationError, match="process_gamma"):
        Settings()
