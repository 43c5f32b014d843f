"""The view with the board: who solved how much, how sure that is, and what it proves."""

from datetime import UTC, datetime
from typing import Final

import gradio as gr
from markupsafe import Markup

from code_review_env.charts import svg
from code_review_env.charts.intervals import Mean, height, intervals
from code_review_env.env.errors import UnknownEpisode
from code_review_env.env.store import EpisodeStore
from code_review_env.server.board.desk import Desk
from code_review_env.server.board.result import Figure
from code_review_env.server.board.run import Cost
from code_review_env.server.board.table import Row, Table, table
from code_review_env.server.ui import markup
from code_review_env.server.ui.markup import code, inert
from code_review_env.server.ui.nav import lead
from code_review_env.server.ui.widgets import html, told, view

WIDTH: Final = 640
MOST_DRAWN: Final = 20
MOST_LABEL: Final = 22
"""Characters beside a bar; the table has the whole name."""

HEADS: Final = ("Rank", "Agent", "Version", "Solved", "Reward", "Steps", "Hacks blocked", "Cost, as told", "Sent", "Replay")


def layout(desk: Desk, blocks: gr.Blocks) -> None:
    """The widgets of the view and what they do."""
    with view("leaderboard"):
        html("leaderboard-lead", lead("Leaderboard", "Runs over one list of test episodes, scored again on this server."))
        shown = html("leaderboard")
    found = told(lambda origin: drawn(table(desk), desk, origin))
    blocks.load(found, [shown], [shown], js="() => window.location.origin", api_visibility="private")


def drawn(board: Table, desk: Desk, origin: str) -> Markup:
    """Picture, table, downloads, and how to enter."""
    rows = Markup("{}{}").format(_picture(board), _table(board, desk.parts.store)) if board.rows else _nobody()
    wait = len(desk.waiting())
    return Markup(
        '<section class="cre-panel">{}<p class="cre-note">{} episodes of the split {}; 95 % intervals, families drawn again. '
        "Hacks blocked: submissions that kept name and argument count and were held at the floor by the full gate. "
        '{} runs wait to be scored.</p><p class="cre-tools"><a class="cre-button" href="leaderboard.csv" download>CSV</a>'
        '<a class="cre-button" href="leaderboard" download="leaderboard.json">JSON</a></p></section>'
        '<section class="cre-panel"><h2>What a row proves</h2><p>{}</p><h2>Send a run</h2>'
        '<pre class="cre-words" tabindex="0" aria-label="How to send a run">{}</pre></section>'
    ).format(rows, board.plan.episodes, board.plan.split, wait or "No", board.proves, _command(board, origin))


def _nobody() -> Markup:
    return Markup("<h2>No run is on the board yet</h2><p>The first one may be yours.</p>")


def _command(board: Table, origin: str) -> Markup:
    return inert(f"python -m code_review_env bench --agent rules {board.play} \\\n    --upload {origin} --as my-agent@1")


def _picture(board: Table) -> Markup:
    """A bar to each solved rate with its whisker; the table below is its twin."""
    means = {_label(at, row): _mean(row.solved_rate) for at, row in enumerate(board.rows[:MOST_DRAWN], 1)}
    tall = height(len(means)) + 10
    drawing = svg.page(WIDTH, tall, intervals(svg.Box(10, 4, WIDTH - 20, tall), "Solved rate", means))
    picture = Markup(drawing)  # noqa: S704 - our own shapes; words in them are escaped where they are made
    form = Markup(
        '<div class="cre-chart cre-scroll" tabindex="0" role="img" aria-label="Solved rates, as in the table">{}</div>'
    )
    return form.format(picture)


def _label(rank: int, row: Row) -> str:
    text = f"{rank}. {row.agent} {row.version}"
    return text if len(text) <= MOST_LABEL else f"{text[: MOST_LABEL - 1]}…"


def _mean(figure: Figure) -> Mean:
    return figure.mean, *figure.interval


def _table(board: Table, store: EpisodeStore) -> Markup:
    rows = (_cells(rank, row, store) for rank, row in enumerate(board.rows, 1))
    return markup.table("Leaderboard", HEADS, rows)


def _cells(rank: int, row: Row, store: EpisodeStore) -> tuple[Markup | str, ...]:
    day = datetime.fromtimestamp(row.submitted_at, UTC).strftime("%Y-%m-%d")
    return (
        str(rank),
        inert(row.agent),
        code(row.version),
        _ranged(row.solved_rate),
        _ranged(row.reward),
        str(row.steps),
        str(row.hacks_blocked),
        _cost(row.cost),
        day,
        _replay(row, store),
    )


def _ranged(figure: Figure) -> str:
    low, high = figure.interval
    return f"{figure.mean:.2f} [{low:.2f}, {high:.2f}]"


def _cost(cost: Cost | None) -> str:
    if cost is None:
        return "not told"
    tokens = cost.tokens_in + cost.tokens_out
    return f"${cost.money:.2f}, {tokens:,} tokens, {cost.seconds:.0f} s"


def _replay(row: Row, store: EpisodeStore) -> Markup:
    """A link to the first episode, as long as it is kept."""
    try:
        store.shared(row.replay)
    except UnknownEpisode:
        return Markup("no longer kept")
    form = Markup('<a href="?view=replay&amp;replay={}" aria-label="Replay of {} {}">Replay</a>')
    return form.format(row.replay, row.agent, row.version)
