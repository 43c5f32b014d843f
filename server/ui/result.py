"""The result of the last submission under one headline, and the steps so far."""

from markupsafe import Markup

from code_review_env.models import CodeReviewObservation
from code_review_env.server.ui import evidence
from code_review_env.server.ui.difference import difference
from code_review_env.server.ui.markup import badge, folded, inert, number, table
from code_review_env.server.ui.view import Step, View
from code_review_env.server.ui.waterfall import waterfall


def result(view: View) -> Markup:
    """Everything about the last submission; before one, what will stand here."""
    seen = view.seen
    if seen.judged_stage is None:
        return Markup(
            '<section class="cre-panel cre-result"><h2>Result</h2><p>Nothing is submitted yet. Submit the file, even '
            "unchanged, and here you see the parts of the reward, the tests and every finding.</p></section>"
        )
    body = (
        _headline(seen),
        waterfall(view),
        evidence.groups(seen),
        evidence.findings(seen),
        evidence.identity(seen),
        difference(view.original, view.submitted),
        folded("What an agent reads", Markup('<pre class="cre-words" tabindex="0">{}</pre>').format(inert(seen.feedback))),
        _canaries(seen),
    )
    return Markup('<section class="cre-panel cre-result">{}</section>').format(Markup("").join(body))


def announcement(view: View) -> str:
    """One sentence for a screen reader after every change."""
    seen = view.seen
    if seen.judged_stage is None:
        return f"New episode. Stage {seen.stage}, step 0 of {seen.max_steps}."
    cleared = "cleared" if seen.cleared else "not cleared"
    reward = "" if seen.seed_reward is None else f"reward {number(seen.seed_reward)}, "
    return f"Step {seen.step} of {seen.max_steps}: {reward}stage {seen.judged_stage} {cleared}."


def history(view: View) -> Markup:
    """The steps of the episode, the latest first."""
    if not view.steps:
        return Markup('<p class="cre-note">Seed {}.</p>').format(view.seed)
    rows = [_row(at, step) for at, step in enumerate(view.steps, start=1)]
    heads = ("Step", "Stage", "Reward", "Identity", "Tests", "Quality", "Outcome")
    shown = table("Steps of this episode", heads, reversed(rows))
    link = Markup('<p class="cre-note"><a href="?view=replay&amp;replay={}">A read-only link</a> to this episode.</p>')
    return Markup('<section class="cre-panel cre-evidence"><h2>History <small>seed {}</small></h2>{}{}</section>').format(
        view.seed, shown, link.format(view.share)
    )


def _headline(seen: CodeReviewObservation) -> Markup:
    pill = badge("good", "cleared") if seen.cleared else badge("bad", "not cleared")
    reward = "" if seen.seed_reward is None else number(seen.seed_reward)
    return Markup('<h2 class="cre-headline"><span>Step {}, stage {}</span>{}<span class="cre-reward">{}</span></h2>{}').format(
        seen.step, seen.judged_stage, pill, reward, _caution(seen)
    )


def _caution(seen: CodeReviewObservation) -> Markup:
    """What a person should know before reading the parts: the code did not run, or it came out of a longer text."""
    said = []
    if seen.verdict not in {"ok", "none"}:
        said.append(seen.feedback.splitlines()[1:2] or [f"Verdict: {seen.verdict}."])
    if seen.repeat:
        said.append(["The same source was judged before in this episode."])
    if seen.extracted and seen.extracted.how in {"json", "fence", "run"}:
        said.append([f"The code was taken out of a longer text ({seen.extracted.how})."])
    return Markup("").join(Markup('<p class="cre-caution">{}</p>').format(inert(line)) for (line,) in said)


def _row(at: int, step: Step) -> tuple[Markup | str, ...]:
    outcome = badge("good", "cleared") if step.cleared else badge("none", "repeat" if step.repeat else "not cleared")
    tests = "not told" if step.functional is None else f"{step.functional:.0%}"
    kept = "holds" if step.identity else "lost"
    return str(at), step.stage, number(step.reward), kept, tests, f"{step.quality:.0%}", outcome


def _canaries(seen: CodeReviewObservation) -> Markup:
    if seen.metrics is None:
        return Markup("")
    rows = ((name.replace("_", " "), f"{value:g}") for name, value in seen.metrics.model_dump().items())
    return folded("Canaries: weight 0, they never move the reward", table("Canaries", ("Metric", "Value"), rows))
