"""The result of a step in words, for people and for language models. Hidden inputs and expected values are never told."""

from code_review_env.env.episode import Transition
from code_review_env.env.scoring.report import Diagnostic, Report
from code_review_env.returns import FeedbackLevel

SHOWN_FINDINGS = 20

REASONS = {
    "unparsable": "The submission is not valid Python",
    "empty": "The submission holds no code",
    "oversize": "The submission is too large",
    "import_error": "The submission fails when it is imported",
    "timeout_cpu": "The submission used up its CPU time",
    "timeout_wall": "The submission slept past its time limit",
    "memory": "The submission used up its memory",
    "crashed": "The submission ended its process",
    "output_limit": "The submission printed too much",
    "no_result": "The submission left calls without a result",
    "dynamic_code": "The submission creates code at run time, which the original does not",
}


def describe(transition: Transition, rules: str, *, level: FeedbackLevel) -> str:
    """What the agent may know about a step, one fact a line.

    Args:
        transition: the step.
        rules: what the quality half counts at the stage.
        level: `lint` leaves out which groups failed and what they gave.
    """
    report = transition.report
    lines = [_headline(transition)]
    if report.verdict in REASONS:
        lines.append(f"{REASONS[report.verdict]}: {report.detail or 'no further detail'}.")
    lines += [f"Identity lost: {check.message}" for check in report.identity if not check.ok]
    lines += _functional(report) if level == "full" else []
    lines += _quality(report, rules)
    if transition.repeat:
        lines.append("The same source was judged before in this episode; a repeat earns nothing new.")
    return "\n".join(lines)


def _headline(transition: Transition) -> str:
    state = "cleared" if transition.cleared else "not cleared"
    return f"Stage {transition.report.stage} {state}: reward {transition.seed_reward:.3f}."


def _functional(report: Report) -> list[str]:
    passed = sum(group.passed for group in report.groups)
    lines = [f"Tests: {passed} of {len(report.groups)} groups pass."]
    lines += [f"- {group.name}: {group.failure}" for group in report.groups if group.failure]
    hidden = sum(not group.passed and not group.visible for group in report.groups)
    if hidden:
        lines.append(f"- {hidden} hidden group{'s' if hidden > 1 else ''} fail{'' if hidden > 1 else 's'}.")
    return lines


def _quality(report: Report, rules: str) -> list[str]:
    counted = [finding for finding in report.findings if not finding.unfixable]
    if not counted:
        return ["Quality: no violation."]
    lines = [f"Quality: {len(counted)} violation{'s' if len(counted) > 1 else ''}. {rules}"]
    lines += [_line(finding) for finding in counted[:SHOWN_FINDINGS]]
    if len(counted) > SHOWN_FINDINGS:
        lines.append(f"- and {len(counted) - SHOWN_FINDINGS} more.")
    return lines


def _line(finding: Diagnostic) -> str:
    return f"- {finding.row}:{finding.column} {finding.rule} {finding.message}"
