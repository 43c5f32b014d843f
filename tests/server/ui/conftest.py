"""Hand-made views for the rendering, and a real browser for the page."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright

from code_review_env.models import CodeReviewObservation, Example, Finding, GroupCount, GroupView, IdentityCheckView
from code_review_env.server.ui.view import Step, View
from code_review_env.tasks.curriculum import load_curriculum

CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PATIENCE_MS = 90_000
"""On a machine that is busy otherwise a page takes its time."""

FRESH: dict[str, object] = {
    "episode_id": "e1",
    "step": 0,
    "max_steps": 10,
    "stage": "easy",
    "stages": ("easy", "medium", "hard"),
    "task_id": "0" * 64,
    "task_name": "easy/total",
    "entry": "total",
    "signature": "def total(items)",
    "instruction": "Clean it up.",
    "rules": "PEP 8.",
    "clear_at": 0.95,
    "examples": (Example(call="total([1])", expected="1"),),
    "messy_code": "def total(items): return sum(items)\n",
    "current_code": "def total(items): return sum(items)\n",
    "feedback": "Stage easy.",
    "reward_version": "v",
    "sandbox_level": "A",
}

JUDGED: dict[str, object] = {
    "step": 1,
    "judged_stage": "easy",
    "verdict": "ok",
    "feedback": "Stage easy not cleared: reward 0.647.\nTests: 2 of 4 groups pass.",
    "identity": True,
    "identity_checks": (IdentityCheckView(name="parameters", ok=True, message="unchanged"),),
    "functional": 0.5,
    "groups": GroupCount(passed=2, total=4),
    "group_results": (
        GroupView(name="examples", visible=True, passed=False, failure="total([1]): expected 1, got 2"),
        GroupView(name="secret empties", visible=False, passed=True),
        GroupView(name="secret negatives", visible=False, passed=False),
        GroupView(name="secret floats", visible=False, passed=True),
    ),
    "quality": 0.8,
    "findings": (
        Finding(rule="E701", row=1, column=17, message="Multiple statements on one line", source="ruff"),
        Finding(rule="E741", row=1, column=5, message="Ambiguous name", source="ruff", unfixable=True),
    ),
    "seed_reward": 0.647,
}

ViewMaker = Callable[..., View]


@pytest.fixture
def fresh() -> ViewMaker:
    """Makes views of an episode that has just begun; keywords replace fields of the observation."""

    def make(**fields: object) -> View:
        return _view(FRESH | fields)

    return make


@pytest.fixture
def judged() -> ViewMaker:
    """Makes views after a first step; keywords replace fields of the observation."""

    def make(**fields: object) -> View:
        step = Step(
            stage="easy", reward=0.647, identity=True, functional=0.5, quality=0.8, cleared=bool(fields.get("cleared"))
        )
        return _view(FRESH | JUDGED | fields, step)

    return make


def _view(fields: dict[str, object], *steps: Step) -> View:
    curriculum = load_curriculum()
    return View(
        CodeReviewObservation.model_validate(fields), curriculum.stages, curriculum.shaping, 7, steps, "a = 1\n", "a = 2\n"
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium with an empty profile of its own."""
    if CHROMIUM is None:
        pytest.skip("the browser tests need Chromium: apt-get install -y chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Visitor:
    """One visitor with a browser context of their own, and what their page complained about or asked for.

    Attributes:
        page: their tab.
        home: address of the server.
        complaints: errors and warnings in the console, uncaught exceptions.
        hosts: every host that was asked for anything.
    """

    page: Page
    home: str
    complaints: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)

    def watch(self) -> None:
        """Begin to note complaints and requests."""
        self.page.on("console", lambda line: self.complaints.append(line.text) if line.type in {"error", "warning"} else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._requested)

    def _requested(self, request: Request) -> None:
        if not request.url.startswith(("data:", "blob:")):
            self.hosts.add(request.url.split("/")[2])

    def arrive(self, query: str = "?view=play") -> None:
        """Open the page and wait until it can be used."""
        self.page.goto(f"{self.home}/{query}")
        self.ready()

    def ready(self) -> None:
        """Wait until task, editor and address are there."""
        self.page.wait_for_selector("#cre-editor .cm-content .cm-line", state="attached")
        self.page.wait_for_selector("#cre-brief .cre-brief", state="attached")
        self.page.wait_for_function("window.cre.asked() !== ''")

    @property
    def episode(self) -> str:
        """Id of the episode in the address bar."""
        return str(self.page.evaluate("window.cre.asked()"))

    def paste(self, text: str) -> None:
        """Replace the file in the editor."""
        self.page.click("#cre-editor .cm-content")
        self.page.keyboard.press("Control+a")
        self.page.evaluate(
            """(text) => {
                const data = new DataTransfer();
                data.setData("text/plain", text);
                const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
                document.querySelector("#cre-editor .cm-content").dispatchEvent(event);
            }""",
            text,
        )

    def submit(self, step: int) -> None:
        """Submit and wait for the result of that step."""
        self.page.click("#cre-submit")
        self.page.wait_for_selector(f"#cre-header .cre-counter strong:text-is('{step}')")

    def text(self, selector: str) -> str:
        """The visible text of a part of the page."""
        return self.page.inner_text(selector)


@pytest.fixture
def arrive(browser: Browser, server_url: str) -> Iterator[Callable[..., Visitor]]:
    """Brings visitors to the page, each in a context of their own; keywords go to the context."""
    contexts = []

    def come(query: str = "?view=play", **options: object) -> Visitor:
        context = browser.new_context(**options)  # type: ignore[arg-type]  # options of Playwright, spelled by each test
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        visitor = Visitor(context.new_page(), server_url)
        visitor.watch()
        visitor.arrive(query)
        return visitor

    yield come
    for context in contexts:
        context.close()
