"""Checklist, groups, findings."""

from collections.abc import Callable

from code_review_env.models import Finding, GroupCount, GroupView, IdentityCheckView
from code_review_env.server.ui import evidence
from code_review_env.server.ui.view import View

SCRIPT = "<script>alert(1)</script>"


def test_hidden_groups_are_counted_and_not_named(judged: Callable[..., View]) -> None:
    """Visible groups come with expected and got, hidden ones as a number."""
    made = evidence.groups(judged().seen)
    assert "total([1]): expected 1, got 2" in made
    assert "<strong>2 of 3</strong>" in made
    assert "secret" not in made


def test_an_episode_that_does_not_tell_groups_shows_none(judged: Callable[..., View]) -> None:
    """No heading over nothing."""
    assert evidence.groups(judged(groups=None, group_results=()).seen) == ""


def test_findings_stand_with_row_column_rule_and_message(judged: Callable[..., View]) -> None:
    """One that cannot be removed is listed and not counted."""
    made = evidence.findings(judged().seen)
    row = "<td>17</td><td><code>E701</code></td><td>Multiple statements on one line</td></tr>"
    assert f'data-row="1" aria-label="Line 1">1</button></td>{row}' in made
    assert "1 counted at stage easy" in made
    assert "does not count" in made


def test_a_flood_of_findings_is_cut(judged: Callable[..., View]) -> None:
    """The table ends, and says how many are left out."""
    many = tuple(Finding(rule="E501", row=row, column=1, message="long", source="ruff") for row in range(1, 251))
    made = evidence.findings(judged(findings=many).seen)
    assert made.count("<tr><td>") == evidence.MOST_FINDINGS
    assert "and 150 more" in made


def test_no_finding_is_said_in_words(judged: Callable[..., View]) -> None:
    """A clean file, and a file that could not be read, are different things."""
    assert "clean" in evidence.findings(judged(findings=(), quality=1.0).seen)
    assert evidence.findings(judged(findings=(), quality=0.0, verdict="empty").seen) == ""


def test_a_lost_condition_says_what_it_costs(judged: Callable[..., View]) -> None:
    """Each condition is a line with its state in words."""
    checks = (
        IdentityCheckView(name="entry", ok=True, message="unchanged"),
        IdentityCheckView(name="parameters", ok=False, message="`b` is gone"),
    )
    made = evidence.identity(judged(identity_checks=checks).seen)
    assert "1 of 2 lost, so the reward is the floor" in made
    assert made.index("holds") < made.index("lost</span>")


def test_evidence_of_hostile_text_is_inert(judged: Callable[..., View]) -> None:
    """Messages and failures may quote the submission."""
    view = judged(
        groups=GroupCount(passed=0, total=1),
        group_results=(GroupView(name=SCRIPT, visible=True, passed=False, failure=SCRIPT),),
        findings=(Finding(rule=SCRIPT, row=1, column=1, message=SCRIPT, source="ruff"),),
        identity_checks=(IdentityCheckView(name=SCRIPT, ok=False, message=SCRIPT),),
    )
    for made in (evidence.groups(view.seen), evidence.findings(view.seen), evidence.identity(view.seen)):
        assert "<script" not in made
        assert "&lt;script&gt;" in made
