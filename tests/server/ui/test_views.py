"""The views beside Play, in a real browser, against the real server and sandbox."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from code_review_env.server.ui.nav import VIEWS
from code_review_env.server.ui.snippets import SNIPPETS, snippets

Arrive = Callable[..., Any]

AXE = Path(__file__).parents[3] / "server/ui/web/node_modules/axe-core/axe.min.js"
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def switch(visitor: Any, view: str) -> None:
    """Follow the link of a view."""
    visitor.page.click(f"#cre-nav [data-view={view}]")
    visitor.page.wait_for_selector(f"#cre-view-{view}", state="visible")


def upload(visitor: Any, file: Path) -> None:
    """Choose a trace to verify."""
    with visitor.page.expect_file_chooser() as chooser:
        visitor.page.click("#cre-replay-file")
    chooser.value.set_files(file)


def test_the_recorded_run_is_watched_by_keys(arrive: Arrive) -> None:
    """The landing view; arrow keys move through it, and nothing moves for who asked for less motion."""
    visitor = arrive("?view=watch", reduced_motion="reduce")
    assert visitor.text("#cre-watch [data-role=told]") == "0 of 4"
    assert visitor.text("#cre-watch [data-role=toggle]") == "Play"
    visitor.page.focus("#cre-watch [data-role=scrub]")
    visitor.page.keyboard.press("ArrowRight")
    assert "0.647" in visitor.text("#cre-watch .cre-frame:not([hidden]) .cre-formula")
    visitor.page.keyboard.press("End")
    assert visitor.text("#cre-watch .cre-frame:not([hidden]) .cre-rail").count("cleared") == 3
    assert visitor.complaints == []
    assert visitor.hosts == {visitor.home.removeprefix("http://")}


def test_an_agent_plays_and_its_run_is_replayed(arrive: Arrive) -> None:
    """The oracle clears three stages before the visitor's eyes; the link under it shows the run and tells no id."""
    visitor = arrive("?view=agent")
    visitor.page.click("#cre-agent-name input")
    visitor.page.click("[role=option]:has-text('oracle')")
    visitor.page.click("#cre-agent-run")
    visitor.page.wait_for_selector("#cre-agent .cre-headline:has-text('done')")
    assert visitor.page.locator("#cre-agent .cre-step").count() == 3
    visitor.page.click("#cre-agent a")
    visitor.page.wait_for_selector("#cre-replay .cre-frame:not([hidden])")
    assert visitor.text("#cre-replay [data-role=told]") == "3 of 3"
    name = visitor.page.input_value("#cre-replay-name :is(input, textarea)")
    assert httpx.get(f"{visitor.home}/episodes/{name}").status_code == 404


def test_a_trace_is_verified_and_a_changed_one_is_found_out(arrive: Arrive, tmp_path: Path) -> None:
    """Every number is computed again."""
    visitor = arrive()
    visitor.submit(1)
    trace = httpx.get(f"{visitor.home}/episodes/{visitor.episode}/trace").raise_for_status().text
    kept, forged = tmp_path / "kept.jsonl", tmp_path / "forged.jsonl"
    kept.write_text(trace, "utf-8")
    forged.write_text(trace.replace('"cleared":false', '"cleared":true'), "utf-8")
    switch(visitor, "replay")
    upload(visitor, kept)
    visitor.page.wait_for_selector("#cre-verdict :text('verified')")
    assert forged.read_text("utf-8") != trace
    upload(visitor, forged)
    visitor.page.wait_for_selector("#cre-verdict :text('differs')")


def test_each_change_has_its_worth(arrive: Arrive) -> None:
    """An unused import on top costs; the shares stand beside the lines."""
    visitor = arrive()
    visitor.page.click("#cre-editor .cm-content")
    visitor.page.keyboard.press("Control+Home")
    visitor.page.keyboard.type("import os\n")
    visitor.submit(1)
    switch(visitor, "attribution")
    visitor.page.click("#cre-explain")
    visitor.page.wait_for_selector("#cre-attribution .cre-heat")
    assert "import os" in visitor.text("#cre-attribution tbody tr")
    assert "2 variants" in visitor.text("#cre-attribution")
    lines = visitor.page.locator("#cre-attribution pre[aria-label='Line rewards'] > span")
    assert (lines.nth(0).inner_text(), lines.nth(0).get_attribute("class")) == ("+0.00import os", "cre-costs")
    assert visitor.page.locator("#cre-attribution details tr:has-text('F401')").count() > 0


def test_the_gate_holds_against_dishonest_changes(arrive: Arrive) -> None:
    """Delete, widen and rename fall to the floor and say which condition they lose; noqa gains nothing; no step is used."""
    visitor = arrive("?view=attribution")
    for name, lost in (("delete", "definition"), ("widen", "(*args, **kwargs)"), ("rename", "definition")):
        visitor.page.click(f"#cre-whatif-{name}")
        visitor.page.wait_for_selector(f"#cre-whatif li:has-text('{lost}')")
        assert "held at the floor" in visitor.text("#cre-whatif .cre-headline")
    visitor.page.click("#cre-whatif-silence")
    visitor.page.wait_for_selector("#cre-whatif li:has-text('The gate holds')")
    assert "gains" not in visitor.text("#cre-whatif .cre-headline")
    state = httpx.get(f"{visitor.home}/episodes/{visitor.episode}").raise_for_status().json()
    assert state["step_count"] == 0


def test_two_episodes_are_compared_and_a_trace_is_taken_home(arrive: Arrive) -> None:
    """A and B step by step, by an address that keeps both; the trace of a read-only name repeats and tells no id."""
    visitor = arrive()
    visitor.submit(1)
    first = str(visitor.page.get_attribute("#cre-history a", "href")).rpartition("=")[2]
    other = arrive()
    other.paste("x = 1\n")
    other.submit(1)
    second = str(other.page.get_attribute("#cre-history a", "href")).rpartition("=")[2]
    other.page.goto(f"{other.home}/?view=replay&replay={first}&against={second}")
    other.page.wait_for_selector("#cre-replay .cre-versus .cre-film")
    assert other.page.locator("#cre-replay .cre-film").count() == 2
    assert "0.010" in other.text("#cre-replay table:has(caption:text-is('Rewards of A and B')) tbody tr")
    other.page.goto(f"{other.home}/?view=replay&replay={first}")
    other.page.wait_for_selector("#cre-replay a[download]")
    trace = httpx.get(f"{other.home}/{other.page.get_attribute('#cre-replay a[download]', 'href')}").raise_for_status().text
    assert visitor.episode not in trace
    answer = httpx.post(f"{other.home}/replay", content=trace, timeout=60).raise_for_status().json()
    assert (answer["steps"], answer["differences"]) == (1, [])


@pytest.mark.parametrize("title", SNIPPETS)
def test_programs_of_the_page_run(server_url: str, title: str) -> None:
    """As they are shown, against this server."""
    text = snippets(server_url)[title]
    command = ["bash", "-c", text] if title == "curl" else [sys.executable, "-c", text]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    assert '"episode_id"' in done.stdout if title == "curl" else 0.01 <= float(done.stdout) <= 0.99


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_view_has_a_barrier(arrive: Arrive, scheme: str) -> None:
    """Axe finds nothing serious or critical in any view, and none is wider than a phone."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make ui")
    visitor = arrive(viewport={"width": 390, "height": 844}, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
    visitor.submit(1)
    visitor.page.evaluate(AXE.read_text("utf-8"))
    for name in VIEWS:
        switch(visitor, name)
        found = visitor.page.evaluate("axe.run().then((one) => one.violations)")
        grave = [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in {"serious", "critical"}]
        assert (name, grave) == (name, [])
        assert (name, visitor.page.evaluate(WIDE)) == (name, 0)
