"""A model agent on the page, its daily allowance, and the run to watch when that is spent."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "baseline_agent"))
from scripted import refuses, says, serving, stalls

REPLY = "Here it is:\n```python\nx = 1\n```\n"


@pytest.mark.timeout(240)  # a start of a server, slow on a busy machine
def test_a_model_plays_until_the_allowance_is_spent(
    browser: Any, own_server: Any, monkeypatch: pytest.MonkeyPatch, arrive: Callable[..., Any]
) -> None:
    """A model refuses, which costs no run; plays and is stopped; the second run is refused, the first can be watched."""
    del arrive
    with serving(refuses(401), says(REPLY), stalls) as model:
        for name, value in {"MODEL": "small", "BASE_URL": model.url, "RUNS_EACH": "1"}.items():
            monkeypatch.setenv(f"CRE_AGENT_{name}", value)
        own_server.start()
        page = browser.new_page()
        page.goto(f"{own_server.url}/?view=agent")
        page.wait_for_selector("#cre-agent-models:has-text('small asks a model, 1 runs a day')")
        page.click("#cre-agent-name input")
        page.click("[role=option]:has-text('small')")
        page.click("#cre-agent-run")
        page.wait_for_selector("#cre-agent [role=alert]:has-text('The model gave no answer')")
        page.click("#cre-agent-run")
        page.wait_for_selector("#cre-agent .cre-headline:has-text('playing')", timeout=60_000)
        assert page.locator("#cre-agent .cre-step").count() == 1
        page.click("#cre-agent-stop")
        page.wait_for_timeout(500)
        page.click("#cre-agent-run")
        page.wait_for_selector("#cre-agent [role=alert]:has-text('Your 1 runs of model agents are used up')")
        share = str(page.get_attribute("#cre-agent [role=alert] a", "href")).rpartition("=")[2]
        page.close()
    assert httpx.get(f"{own_server.url}/episodes/{share}").status_code == 404
    assert len(model.asked) == 3
