"""Every view as a picture, for eyes: wide and phone, light and dark, in build/screenshots/."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from code_review_env.server.ui.nav import VIEWS

PICTURES: Final = Path(__file__).parents[3] / "build/screenshots"
SIZES: Final = {1280: 800, 390: 844}
SETTLED_MS: Final = 400
"""Longest transition of the page, and a frame."""

WIDE: Final = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def picture(visitor: Any, name: str) -> None:
    """Keep the whole page; the editor measures its lines when they come into sight."""
    visitor.page.evaluate("document.querySelector('#cre-editor').scrollIntoView()")
    visitor.page.wait_for_timeout(SETTLED_MS)
    visitor.page.evaluate("window.scrollTo(0, 0)")
    visitor.page.wait_for_timeout(SETTLED_MS)
    visitor.page.screenshot(path=PICTURES / f"{name}.png", full_page=True)


@pytest.mark.proof
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", SIZES)
def test_every_view_has_its_picture(arrive: Callable[..., Any], width: int, scheme: str) -> None:
    """Each view with something in it, no wider than the screen, and nothing to complain about."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    visitor = arrive(viewport={"width": width, "height": SIZES[width]}, color_scheme=scheme, reduced_motion="reduce")
    picture(visitor, f"play-fresh-{width}-{scheme}")
    visitor.page.click("#cre-editor .cm-content")
    visitor.page.keyboard.press("Control+Home")
    visitor.page.keyboard.type("import os\n")
    visitor.submit(1)
    fill: dict[str, Callable[[], None]] = {
        "watch": lambda: visitor.page.press("#cre-watch [data-role=scrub]", "ArrowRight"),
        "attribution": lambda: press(visitor, "#cre-explain", "#cre-attribution .cre-heat"),
        "agent": lambda: press(visitor, "#cre-agent-run", "#cre-agent .cre-headline:has-text('done')"),
        "replay": lambda: replayed(visitor),
    }
    for name in VIEWS:
        visitor.page.click(f"#cre-nav [data-view={name}]")
        visitor.page.wait_for_selector(f"#cre-view-{name}", state="visible")
        fill.get(name, lambda: None)()
        picture(visitor, f"{name}-{width}-{scheme}")
        assert (name, visitor.page.evaluate(WIDE)) == (name, 0)
    assert visitor.complaints == []


def press(visitor: Any, button: str, then: str) -> None:
    """Press a button and wait for what it brings."""
    visitor.page.click(button)
    visitor.page.wait_for_selector(then)


def replayed(visitor: Any) -> None:
    """Show the visitor's own episode."""
    visitor.page.fill("#cre-replay-name :is(input, textarea)", visitor.episode)
    press(visitor, "#cre-replay-show", "#cre-replay .cre-frame:not([hidden])")
