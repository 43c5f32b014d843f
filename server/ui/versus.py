"""Two episodes beside each other: their rewards step by step, then both films."""

from collections.abc import Sequence
from itertools import zip_longest

from markupsafe import Markup

from code_review_env.server.ui.film import film
from code_review_env.server.ui.markup import number, table
from code_review_env.server.ui.view import Step, View


def versus(first: Sequence[View], second: Sequence[View]) -> Markup:
    """Both, as A and B."""
    rows = [_row(at, *pair) for at, pair in enumerate(zip_longest(first[-1].steps, second[-1].steps), 1)]
    heads = ("Step", "A: stage", "A: reward", "B: stage", "B: reward", "B less A")
    same = first[-1].seen.task_name == second[-1].seen.task_name
    note = "Both end on the same task." if same else "They are of different tasks, so rewards compare no more than roughly."
    return Markup(
        '<section class="cre-panel"><h2>A against B</h2><p class="cre-note">{}</p>{}</section>'
        '<div class="cre-versus"><div><h2>A</h2>{}</div><div><h2>B</h2>{}</div></div>'
    ).format(note, table("Rewards of A and B", heads, rows), film(first, name="Replay of A"), film(second, name="Replay of B"))


def _row(at: int, one: Step | None, other: Step | None) -> tuple[str, ...]:
    gap = f"{other.reward - one.reward:+.3f}" if one and other else ""
    return (str(at), *_cells(one), *_cells(other), gap)


def _cells(step: Step | None) -> tuple[str, str]:
    if step is None:
        return "over", ""
    return f"{step.stage}, cleared" if step.cleared else step.stage, number(step.reward)
