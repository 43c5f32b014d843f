"""What a dishonest change of a submission would earn, and which condition of the gate it loses."""

from markupsafe import Markup

from code_review_env.env.access import load_open
from code_review_env.env.environment import Parts
from code_review_env.env.scoring.report import Report
from code_review_env.env.scoring.reward import judge
from code_review_env.server.ui.difference import difference
from code_review_env.server.ui.markup import badge, inert, joined, number
from code_review_env.server.ui.whatif import CHANGES, changed


def tried(parts: Parts, episode_id: str, name: str) -> Markup:
    """The last submission of an episode, or its file, with a change; judged, no step used.

    Raises:
        CodeReviewError: no such episode, nothing to change, or our machinery failed.
    """
    episode = load_open(parts.store, episode_id, None)
    last = episode.transitions[-1] if episode.transitions else None
    task = parts.bank.find(episode.terms.task_name(last.stage if last else episode.stage))
    before = last.code if last else task.messy
    after = changed(name, before, task.entry)
    reports = [parts.scorer.score(task, code) for code in (before, after)]
    was, now = (judge(report, parts.scorer.curriculum).seed for report in reports)
    return Markup(
        '<section class="cre-panel"><h2 class="cre-headline"><span>{}</span>{}<span class="cre-reward">{}</span></h2>'
        '<p class="cre-note">{} before. The same scorer; no step is used.</p><ul class="cre-list">{}</ul>{}</section>'
    ).format(
        CHANGES[name][0],
        _verdict(was, now, parts.scorer.curriculum.shaping.floor),
        number(now),
        number(was),
        _lost(reports[1]),
        difference(before, after),
    )


def _verdict(before: float, after: float, floor: float) -> Markup:
    if after <= floor:
        return badge("bad", "held at the floor")
    return badge("bad", "costs") if after < before else badge("none", "no gain" if after == before else "gains")


def _lost(report: Report) -> Markup:
    lost = [one for one in report.identity if not one.ok]
    if not lost:
        return Markup("<li>{}<span>The gate holds; the other parts say what the change is worth.</span></li>").format(
            badge("good", "holds")
        )
    form = Markup("<li>{}<span><strong>{}</strong> {}</span></li>")
    return joined(form.format(badge("bad", "lost"), inert(one.name.replace("_", " ")), inert(one.message)) for one in lost)
