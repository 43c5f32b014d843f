"""A visitor's own file, from the paste to the cleared stage, in a real browser."""

from collections.abc import Callable
from typing import Any

import httpx

Arrive = Callable[..., Any]

MESSY = """import os, sys

def total(prices, rate = None):
    if rate == None: rate = 0
    return round(sum(prices) * (1 + rate / 100), 2)

def _half(x): return x / 2
"""
CLEAN = '''"""Totals."""


def total(prices, rate=None):
    """Add up, with a rate in percent."""
    if rate is None:
        rate = 0
    return round(sum(prices) * (1 + rate / 100), 2)


def _half(x):
    return x / 2
'''


def paste(visitor: Any, text: str) -> None:
    """Open the section, paste, and ask for the functions."""
    if not visitor.page.is_visible("#cre-own-source"):
        visitor.page.click("#cre-own button")
    visitor.page.fill("#cre-own-source textarea", text)
    visitor.page.click("#cre-own-look")


def test_a_pasted_file_is_played_and_cleared(arrive: Arrive) -> None:
    """Its functions are listed, one is chosen, and the repair clears an ordinary episode of one stage."""
    visitor = arrive()
    first = visitor.episode
    paste(visitor, MESSY)
    visitor.page.wait_for_selector("#cre-own-said :text('Functions found: 2')")
    assert visitor.page.input_value("#cre-own-entry input") == "total"
    visitor.page.click("#cre-own-play")
    visitor.page.wait_for_function("(first) => window.cre.asked() !== first", arg=first, timeout=60_000)
    assert "Stage easy: total" in visitor.text("#cre-brief h2")
    visitor.page.wait_for_function("document.querySelector('#cre-editor .cm-content').innerText.includes('import os, sys')")
    visitor.page.reload()
    visitor.ready()
    visitor.paste(CLEAN)
    visitor.submit(1)
    assert "0.990" in visitor.text("#cre-header .cre-formula")
    state = httpx.get(f"{visitor.home}/episodes/{visitor.episode}").raise_for_status().json()
    assert (state["split"], state["done"]) == ("own", True)
    assert visitor.complaints == []


def test_what_cannot_be_taken_is_told_with_its_line(arrive: Arrive) -> None:
    """A foreign import and a syntax error when the functions are listed, a file without violations when it is to be played."""
    visitor = arrive()
    episode = visitor.episode
    for text, words in (("import os\nimport numpy\n", "Line 2 imports 'numpy'"), ("def f(:\n", "(line 1)")):
        paste(visitor, text)
        visitor.page.wait_for_selector(f'#cre-own-said :text("{words}")')
        assert visitor.page.is_disabled("#cre-own-play")
    paste(visitor, CLEAN)
    visitor.page.wait_for_selector("#cre-own-play:not([disabled])")
    visitor.page.click("#cre-own-play")
    visitor.page.wait_for_selector("#cre-own-said :text('there is nothing to repair')", timeout=60_000)
    assert visitor.episode == episode
