"""Why the parts are what they are: the conditions of the gate, the groups of tests, the findings."""

from typing import Final

from markupsafe import Markup

from code_review_env.models import CodeReviewObservation, Finding, GroupView
from code_review_env.server.ui.markup import Tone, badge, inert, joined, table

MOST_FINDINGS: Final = 100
"""Rows of the findings table; a longer one helps nobody and slows the page."""


def identity(seen: CodeReviewObservation) -> Markup:
    """The gate as a checklist."""
    if not seen.identity_checks:
        return Markup("")
    rows = joined(_check(one.name, one.message, ok=one.ok) for one in seen.identity_checks)
    lost = sum(not one.ok for one in seen.identity_checks)
    said = f"{lost} of {len(seen.identity_checks)} lost, so the reward is the floor" if lost else "all hold"
    return _section("Identity: still the same function", said, Markup('<ul class="cre-list">{}</ul>').format(rows))


def groups(seen: CodeReviewObservation) -> Markup:
    """Groups of tests: visible ones with what was expected and what came, hidden ones counted."""
    if seen.groups is None:
        return Markup("")
    shown = joined(_group(one) for one in seen.group_results if one.visible)
    hidden = [one for one in seen.group_results if not one.visible]
    passed = sum(one.passed for one in hidden)
    tone: Tone = "good" if passed == len(hidden) else "bad"
    line = Markup("<li>{}<span>Hidden groups: <strong>{} of {}</strong> pass. Their inputs are told to nobody.</span></li>")
    counted = line.format(badge(tone, "pass" if tone == "good" else "fail"), passed, len(hidden)) if hidden else ""
    body = Markup('<ul class="cre-list">{}{}</ul>').format(shown, counted)
    return _section("Tests", f"{seen.groups.passed} of {seen.groups.total} groups pass", body)


def findings(seen: CodeReviewObservation) -> Markup:
    """What the quality half counts."""
    counted = sum(not one.unfixable for one in seen.findings)
    if not seen.findings:
        if seen.verdict != "ok":
            return Markup("")
        return _section(
            "Findings", "none", Markup('<p class="cre-note">{} The quality half is full.</p>').format(badge("good", "clean"))
        )
    rows = (_finding(one) for one in seen.findings[:MOST_FINDINGS])
    body = table("Findings", ("Row", "Col", "Rule", "Message"), rows)
    if len(seen.findings) > MOST_FINDINGS:
        body += Markup('<p class="cre-note">and {} more.</p>').format(len(seen.findings) - MOST_FINDINGS)
    return _section("Findings", f"{counted} counted at stage {seen.judged_stage}", body)


def _section(title: str, said: str, body: Markup) -> Markup:
    return Markup('<section class="cre-evidence"><h3>{} <small>{}</small></h3>{}</section>').format(title, said, body)


def _check(name: str, message: str, *, ok: bool) -> Markup:
    pill = badge("good", "holds") if ok else badge("bad", "lost")
    return Markup("<li>{}<span><strong>{}</strong> {}</span></li>").format(pill, inert(name.replace("_", " ")), inert(message))


def _group(group: GroupView) -> Markup:
    pill = badge("good", "pass") if group.passed else badge("bad", "fail")
    why = Markup('<code class="cre-block">{}</code>').format(inert(group.failure)) if group.failure else ""
    return Markup("<li>{}<span><strong>{}</strong>{}</span></li>").format(pill, inert(group.name), why)


def _finding(one: Finding) -> tuple[Markup | str, ...]:
    message = inert(one.message)
    if one.unfixable:
        message += Markup(" <em>Cannot be removed under the gate, so it does not count.</em>")
    go = Markup('<button type="button" class="cre-link" data-act="line" data-row="{0}" aria-label="Line {0}">{0}</button>')
    return go.format(one.row), str(one.column), Markup("<code>{}</code>").format(one.rule), message
