"""Text of strangers, in every place where the page shows any: it is read, never run."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx

from code_review_env.server.ui.brief import brief
from code_review_env.server.ui.film import film
from code_review_env.server.ui.header import header
from code_review_env.server.ui.result import result

HOSTILE: Final = (
    "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'> ${window.hacked = 3} "
    "\u202e\u200f\x1b[31m </textarea></pre></details>"
)
LONG: Final = "A" * (64 << 10)
"""A line of 64 KiB."""

WIDE: Final = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ALIVE: Final = "document.querySelectorAll('.cre-view :is(img[src=x], script)').length"


def check(visitor: Any, place: str) -> None:
    """Nothing ran, nothing became an element, nothing pushed the page apart."""
    found = [visitor.page.evaluate(one) for one in ("window.hacked", ALIVE, WIDE)]
    assert (place, found, visitor.complaints) == (place, [None, 0, 0], [])


def spoilt(value: Any) -> Any:
    """The same JSON with hostile text behind every string."""
    if isinstance(value, dict):
        return {name: spoilt(one) for name, one in value.items()}
    if isinstance(value, list):
        return [spoilt(one) for one in value]
    return value + HOSTILE if isinstance(value, str) else value


def upload(visitor: Any, file: Path, text: str) -> None:
    """Let the Replay view verify a file."""
    file.write_text(text, "utf-8")
    before = visitor.page.inner_html("#cre-verdict")
    with visitor.page.expect_file_chooser() as chooser:
        visitor.page.click("#cre-replay-file")
    chooser.value.set_files(file)
    visitor.page.wait_for_function(
        "(before) => { const told = document.querySelector('#cre-verdict').innerHTML; return told && told !== before; }",
        arg=before,
    )


def test_a_hostile_submission_is_inert_in_every_view(arrive: Callable[..., Any], tmp_path: Path) -> None:
    """As code, as its explanation, as a film, as a forged trace, as a file that is no trace, as an agent's name."""
    visitor = arrive(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    visitor.paste(f"# {HOSTILE}\n# {LONG}\n")
    visitor.submit(1)
    check(visitor, "play")
    visitor.page.click("#cre-nav [data-view=attribution]")
    visitor.page.click("#cre-explain")
    visitor.page.wait_for_selector("#cre-attribution :is(.cre-panel, [role=alert])")
    check(visitor, "attribution")
    visitor.page.click("#cre-nav [data-view=replay]")
    visitor.page.fill("#cre-replay-name :is(input, textarea)", visitor.episode)
    visitor.page.click("#cre-replay-show")
    visitor.page.wait_for_selector("#cre-replay .cre-frame:not([hidden])")
    check(visitor, "replay")
    trace = httpx.get(f"{visitor.home}/episodes/{visitor.episode}/trace").raise_for_status().text
    for number, text in enumerate(
        ["\n".join(json.dumps(spoilt(json.loads(line))) for line in trace.splitlines()), HOSTILE + LONG]
    ):
        upload(visitor, tmp_path / f"{number}{'<img src=x>'}.jsonl", text)
        check(visitor, f"upload {number}")
    named = {"agent": HOSTILE, "version": "1", "episodes": []}
    assert httpx.post(f"{visitor.home}/leaderboard", json=named).status_code == 422
    visitor.page.click("#cre-nav [data-view=leaderboard]")
    check(visitor, "leaderboard")


def test_a_hostile_task_is_inert(judged: Callable[..., Any]) -> None:
    """Names, words and examples of a task come from whoever wrote its file."""
    texts = dict.fromkeys(("task_name", "entry", "signature", "instruction", "rules", "messy_code", "current_code"), HOSTILE)
    view = judged(**texts, feedback=HOSTILE)
    for shown in (brief(view), header(view), result(view), film((view, view), name="film")):
        assert "<script" not in shown
        assert "<img" not in shown
        assert not {"\u202e", "\u200f", "\x1b"} & set(shown)
