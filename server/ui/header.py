"""The head of the page: the reward formula with live numbers, the curriculum as a rail of cards, the step counter."""

from typing import Final

from markupsafe import Markup

from code_review_env.server.ui.markup import TIMES, Tone, badge, joined, number
from code_review_env.server.ui.view import View
from code_review_env.tasks.curriculum import Stage

_HALF: Final = {0.5: "½"}


def header(view: View) -> Markup:
    """Counter, formula, rail: how the run of this view stands."""
    return Markup('<div class="cre-live">{}{}</div>{}').format(_formula(view), _counter(view), _rail(view))


def _counter(view: View) -> Markup:
    seen = view.seen
    dots = joined(
        Markup('<i class="{}"></i>').format("cre-used" if at < seen.step else "cre-free") for at in range(seen.max_steps)
    )
    return Markup(
        '<p class="cre-counter"><span>Step <strong>{}</strong>/{}</span>'
        '<span class="cre-dots" aria-hidden="true">{}</span></p>'
    ).format(seen.step, seen.max_steps, dots)


def _formula(view: View) -> Markup:
    seen, shaping = view.seen, view.shaping
    judged = seen.judged_stage is not None
    tests = "?" if seen.functional is None else f"{seen.functional:.2f}"
    quality = "?" if seen.quality is None else f"{seen.quality:.2f}"
    parts = (
        _term("reward", number(seen.seed_reward) if seen.seed_reward is not None else "?", "cre-total"),
        _sign("="),
        _term("floor", f"{shaping.floor:g}"),
        _sign("+"),
        _term("span", f"{shaping.span:g}"),
        _sign(TIMES),
        _term("identity", str(int(bool(seen.identity))) if judged else "?", "cre-identity"),
        _sign(f"{TIMES} ("),
        _sign(_weight(shaping.functional_weight)),
        _term("tests", tests, "cre-tests"),
        _sign("+"),
        _sign(_weight(shaping.quality_weight)),
        _term("quality", quality, "cre-quality"),
        _sign(")"),
    )
    note = "" if judged else Markup('<p class="cre-note">Submit the file, and the numbers appear here.</p>')
    return Markup('<section class="cre-formula" aria-label="Reward of the last submission"><p>{}</p>{}</section>').format(
        joined(parts), note
    )


def _term(name: str, value: str, look: str = "") -> Markup:
    return Markup('<span class="cre-term {}"><b>{}</b> <small>{}</small></span>').format(look, value, name)


def _sign(sign: str) -> Markup:
    return Markup('<span class="cre-sign">{}</span> ').format(sign)


def _weight(weight: float) -> str:
    return f"{_HALF.get(weight, f'{weight:g}')} {TIMES}"


def _rail(view: View) -> Markup:
    cards = joined(_card(view, stage, at) for at, stage in enumerate(view.stages))
    return Markup('<ol class="cre-rail" aria-label="Curriculum">{}</ol>').format(cards)


def _card(view: View, stage: Stage, at: int) -> Markup:
    best = view.best.get(stage.name, 0.0)
    state, word = _state(view, stage)
    reached = f"best {number(best)}" if best else "no reward yet"
    current = Markup(' aria-current="step"') if word == "current" else ""
    return Markup(
        '<li class="cre-card cre-is-{}"{}><h2><span>{}. {}</span>{}</h2><p class="cre-topic">{}</p><p class="cre-rules">{}</p>'
        '<p class="cre-best"><span>{}, clears at {:g}</span><span class="cre-track" aria-hidden="true">'
        '<i style="width:{:.1f}%"></i><u style="left:{:.1f}%"></u></span></p></li>'
    ).format(
        state,
        current,
        at + 1,
        stage.name,
        badge(state, word),
        stage.title,
        stage.rules,
        reached,
        view.shaping.clear_at,
        100 * best,
        100 * view.shaping.clear_at,
    )


def _state(view: View, stage: Stage) -> tuple[Tone, str]:
    if stage.name in view.seen.cleared_stages:
        return "good", "cleared"
    if stage.name != view.seen.stage:
        return "locked", "locked"
    return ("bad", "not cleared") if view.seen.done else ("now", "current")
