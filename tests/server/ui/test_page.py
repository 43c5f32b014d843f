"""The page in a real browser, against the real server and sandbox."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from code_review_env.tasks.bank import TaskBank

Arrive = Callable[..., Any]

HOSTILE = (
    "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'> ${window.hacked = 3} {{window.hacked}} "
    "\u202e\x1b[31m </textarea></pre></details>"
)


def oracle(visitor: Any) -> str:
    """The clean source of the task that the visitor has before them."""
    state = httpx.get(f"{visitor.home}/episodes/{visitor.episode}").raise_for_status().json()
    return TaskBank.load().find(state["task_name"]).reference


def test_the_page_loads_quietly(arrive: Arrive) -> None:
    """No complaint in the console, no request to any other host, everything a visitor needs in words."""
    visitor = arrive()
    assert visitor.page.title() == "Code Review Environment"
    assert "1. easy" in visitor.text("#cre-header")
    assert visitor.text("#cre-header .cre-rail").count("locked") == 2
    assert "Nothing is submitted yet" in visitor.text("#cre-result")
    assert "stored here for 30 days" in visitor.text("#cre-kept")
    assert visitor.page.get_attribute("#cre-spoken", "aria-live") == "polite"
    assert visitor.complaints == []
    assert visitor.hosts == {visitor.home.removeprefix("http://")}


def test_the_oracle_clears_and_the_next_file_appears(arrive: Arrive) -> None:
    """easy, medium and hard, one submission each; then the episode is over and says so."""
    visitor = arrive()
    for step, stage in enumerate(("easy", "medium", "hard"), start=1):
        before = visitor.text("#cre-brief h2")
        assert f"Stage {stage}" in before
        visitor.paste(oracle(visitor))
        visitor.submit(step)
        assert "cleared" in visitor.text("#cre-result .cre-headline")
        assert "0.990" in visitor.text("#cre-header .cre-formula")
        assert visitor.text("#cre-header .cre-rail").count("best 0.990, clears at 0.95") == step
        assert visitor.page.evaluate("document.querySelector('#cre-editor .cm-scroller').scrollTop") == 0 or step == 3
        assert visitor.text("#cre-spoken") == f"Step {step} of 10: reward 0.990, stage {stage} cleared."
    assert "Every stage is cleared" in visitor.text("#cre-brief")
    assert visitor.page.is_disabled("#cre-submit")
    assert visitor.complaints == []


def test_doing_nothing_shows_what_is_wrong(arrive: Arrive) -> None:
    """The original earns its tests and not all of its quality; what was found stands in the table."""
    visitor = arrive()
    visitor.submit(1)
    assert "not cleared" in visitor.text("#cre-result .cre-headline")
    assert visitor.page.locator("#cre-result table:has(caption:text-is('Findings')) tbody tr").count() > 0
    assert "The submission is the original." in visitor.page.text_content("#cre-result")
    assert visitor.page.locator("#cre-history tbody tr").count() == 1


def test_a_typed_edit_reaches_the_server(arrive: Arrive) -> None:
    """Keys typed right before Ctrl+Enter are part of the submission."""
    visitor = arrive()
    visitor.page.click("#cre-editor .cm-content")
    visitor.page.keyboard.press("Control+Home")
    visitor.page.keyboard.type("# typed by hand\n", delay=5)
    visitor.page.keyboard.press("Control+Enter")
    visitor.page.wait_for_selector("#cre-header .cre-counter strong:text-is('1')")
    assert "+# typed by hand" in visitor.page.text_content("#cre-result .cre-diff")
    state = httpx.get(f"{visitor.home}/episodes/{visitor.episode}").raise_for_status().json()
    assert state["current_code"].startswith("# typed by hand\n")


def test_two_visitors_do_not_see_each_other(arrive: Arrive) -> None:
    """Each has an episode of their own; a step of one leaves the other's counter alone."""
    ada, bo = arrive(), arrive()
    assert ada.episode != bo.episode
    ada.submit(1)
    bo.page.reload()
    bo.ready()
    assert bo.text("#cre-header .cre-counter").startswith("Step 0/10")
    assert "Nothing is submitted yet" in bo.text("#cre-result")


def test_a_refresh_keeps_the_episode(arrive: Arrive) -> None:
    """The address carries the episode: step, result and file come back."""
    visitor = arrive()
    episode = visitor.episode
    visitor.paste("x = 1\n")
    visitor.submit(1)
    shown = visitor.text("#cre-result .cre-headline")
    visitor.page.reload()
    visitor.ready()
    assert visitor.episode == episode
    assert visitor.text("#cre-header .cre-counter").startswith("Step 1/10")
    assert visitor.text("#cre-result .cre-headline") == shown
    assert visitor.text("#cre-editor .cm-content").strip() == "x = 1"


@pytest.mark.timeout(300)  # two starts of a server, each slow on a busy machine
def test_a_restart_of_the_server_keeps_the_episode(own_server: Any, browser: Any, arrive: Arrive) -> None:
    """After the process is killed the same address shows the same episode, and it can be played on."""
    del arrive  # only there so that this test, too, is skipped by name without a browser
    own_server.start()
    page = browser.new_page()
    page.goto(f"{own_server.url}/?view=play")
    page.wait_for_function("window.cre && window.cre.asked() !== ''")
    page.click("#cre-submit")
    page.wait_for_selector("#cre-header .cre-counter strong:text-is('1')")
    address = page.url
    page.close()
    own_server.stop()
    own_server.start()
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector("#cre-header .cre-counter strong:text-is('1')")
    page.click("#cre-submit")
    page.wait_for_selector("#cre-header .cre-counter strong:text-is('2')")
    assert "judged before in this episode" in page.inner_text("#cre-result")
    page.close()


def test_an_unknown_address_begins_anew_and_says_so(arrive: Arrive) -> None:
    """A hostile id is text, not markup."""
    visitor = arrive("?episode=%3Cimg%20src=x%20onerror=%22window.hacked=1%22%3E")
    assert "A new episode has begun instead." in visitor.text("#cre-notice")
    assert "<img" in visitor.text("#cre-notice")
    assert visitor.page.evaluate("window.hacked") is None


def test_an_episode_that_is_over_is_a_sentence(arrive: Arrive) -> None:
    """Whoever gets past the disabled button reads why, and never a traceback."""
    home = arrive().home
    seen = httpx.post(f"{home}/reset", json={"stage": "easy", "max_steps": 1}).raise_for_status().json()["observation"]
    visitor = arrive(f"?episode={seen['episode_id']}")
    step = {"episode_id": seen["episode_id"], "action": {"code": "x = 1"}}
    httpx.post(f"{home}/step", json=step).raise_for_status()
    visitor.page.click("#cre-submit")
    visitor.page.wait_for_selector("#cre-notice [role=alert]")
    assert "is over after 1 steps" in visitor.text("#cre-notice")
    assert "Traceback" not in visitor.page.content()


@pytest.mark.parametrize("form", ["comment", "string", "broken"])
def test_hostile_text_is_inert(arrive: Arrive, form: str) -> None:
    """Script, template and terminal codes in a submission run nowhere and hide nothing."""
    visitor = arrive()
    visitor.paste({"comment": f"# {HOSTILE}\n", "string": f"x = {HOSTILE!r}\n", "broken": HOSTILE}[form])
    visitor.submit(1)
    assert visitor.page.evaluate("window.hacked") is None
    assert visitor.page.locator("#cre-result img, #cre-result script").count() == 0
    assert "<script>window.hacked = 1</script>" in visitor.page.text_content("#cre-result .cre-diff")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_needs_no_sideways_scrolling(arrive: Arrive, scheme: str) -> None:
    """At 390 pixels the page is as wide as the screen, also around a very long line."""
    visitor = arrive(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    visitor.paste(f"x = '{'long' * 500}'\n")
    visitor.submit(1)
    for summary in visitor.page.query_selector_all("#cre-result summary"):
        summary.click()
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert visitor.page.evaluate(wide) == 0
    assert visitor.page.evaluate("document.body.scrollWidth <= window.innerWidth")


def test_a_new_episode_of_one_stage_by_seed(arrive: Arrive) -> None:
    """Stage and seed name the task; the address moves to the new episode."""
    visitor = arrive()
    first = visitor.episode
    visitor.page.click("#cre-new button")
    visitor.page.fill("#cre-seed :is(input, textarea)", "5")
    visitor.page.click("#cre-stage input")
    visitor.page.click("[role=option]:has-text('hard only')")
    visitor.page.click("#cre-begin")
    visitor.page.wait_for_function("(first) => window.cre.asked() !== first", arg=first)
    state = httpx.get(f"{visitor.home}/episodes/{visitor.episode}").raise_for_status().json()
    assert (state["stages"], state["seed"]) == (["hard"], 5)
    assert visitor.page.locator("#cre-header .cre-card").count() == 1


def test_a_seed_that_is_no_number_is_refused_in_words(arrive: Arrive) -> None:
    """The episode at hand goes on."""
    visitor = arrive()
    episode = visitor.episode
    visitor.page.click("#cre-new button")
    visitor.page.fill("#cre-seed :is(input, textarea)", "seven")
    visitor.page.click("#cre-begin")
    visitor.page.wait_for_selector("#cre-notice [role=alert]")
    assert "A seed is a whole number" in visitor.text("#cre-notice")
    assert visitor.episode == episode


def test_reset_brings_the_original_back(arrive: Arrive) -> None:
    """Without a step being used."""
    visitor = arrive()
    original = visitor.text("#cre-editor .cm-content")
    visitor.paste("gone = True\n")
    visitor.page.click("#cre-original")
    visitor.page.wait_for_function("!document.querySelector('#cre-editor .cm-content').innerText.includes('gone')")
    assert visitor.text("#cre-editor .cm-content") == original
    assert visitor.text("#cre-header .cre-counter").startswith("Step 0/10")


def test_the_keyboard_reaches_everything(arrive: Arrive) -> None:
    """Out of the editor by Escape and Tab, on to Submit, and Enter presses it."""
    visitor = arrive()
    visitor.page.click("#cre-editor .cm-content")
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("Tab")
    for _ in range(3):
        if visitor.page.evaluate("document.activeElement.id") == "cre-submit":
            break
        visitor.page.keyboard.press("Tab")
    assert visitor.page.evaluate("document.activeElement.id") == "cre-submit"
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_selector("#cre-header .cre-counter strong:text-is('1')")


def test_other_routes_stay_where_they_are(server_url: str) -> None:
    """The page at the root shadows none of them."""
    for path in ("/health", "/schema", "/metadata", "/state", "/docs", "/openapi.json"):
        assert httpx.get(server_url + path).status_code == 200
    assert httpx.get(f"{server_url}/episodes/nope").status_code == 404
    answer = httpx.get(f"{server_url}/web")
    assert (answer.status_code, answer.headers["location"]) == (307, "/")
