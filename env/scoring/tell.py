"""What is told of one judged submission: the JSON object of `score --json` and of `POST /score`."""

from dataclasses import asdict

from code_review_env.env.scoring.report import Report
from code_review_env.env.scoring.reward import Reward
from code_review_env.env.scoring.score import Scorer


def score_object(report: Report, reward: Reward, scorer: Scorer) -> dict[str, object]:
    """Reward, its parts and the evidence; of hidden groups the name and the result only."""
    status = scorer.pool.status()
    return {
        "task_id": report.task_id,
        "stage": report.stage,
        "reward": reward.seed,
        "improvement": reward.improvement,
        "cleared": reward.cleared,
        "identity": reward.identity == 1.0,
        "identity_checks": [asdict(check) for check in report.identity],
        "seed_plain": report.seed_plain,
        "functional": reward.functional,
        "quality": reward.quality,
        "groups": {"passed": sum(group.passed for group in report.groups), "total": len(report.groups)},
        "group_results": [asdict(group) for group in report.groups],
        "findings": [asdict(finding) for finding in report.findings],
        "verdict": report.verdict,
        "detail": report.detail,
        "metrics": asdict(report.metrics),
        "sandbox": {
            "level": status.level.value,
            "selftest": status.selftest,
            "python": status.python,
            "ruff": scorer.linter.version,
        },
        "submission_sha256": report.submission_sha256,
    }
