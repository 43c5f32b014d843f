"""What an agent sees: an episode turned into an observation or a state, at the level of feedback that it asked for."""

import ast
from dataclasses import asdict, dataclass

from code_review_env.env.episode import Episode, Terms, Transition
from code_review_env.env.feedback.starts import Start
from code_review_env.env.scoring.functional import examples
from code_review_env.env.scoring.reference import Reference
from code_review_env.env.scoring.report import Diagnostic, Report
from code_review_env.env.scoring.reward import functional_of, judge
from code_review_env.env.wording import describe
from code_review_env.models import (
    CanaryMetrics,
    CodeReviewObservation,
    CodeReviewState,
    Example,
    Extracted,
    Finding,
    GroupCount,
    GroupView,
    IdentityCheckView,
    LineRewards,
    ProcessReward,
    TokenConstants,
)
from code_review_env.potential import Components, phi
from code_review_env.reply import printable, quiet_tree
from code_review_env.returns import FeedbackLevel
from code_review_env.tasks.curriculum import Curriculum
from code_review_env.tasks.task import Task


@dataclass(frozen=True, slots=True)
class Scene:
    """What an observation is drawn from besides the episode.

    Attributes:
        task: the task to work on now.
        reference: its reference, for the visible examples only.
        curriculum: stages and shaping.
        reward_version: see `scoring.version`.
        sandbox_level: confinement in force.
        start: the state of the original, before the first step.
    """

    task: Task
    reference: Reference
    curriculum: Curriculum
    reward_version: str
    sandbox_level: str
    start: Start | None = None


def observe(episode: Episode, scene: Scene, *, fresh: bool = False) -> CodeReviewObservation:
    """The observation after the latest transition.

    Args:
        episode: terms and transitions so far.
        scene: the task at hand and the constants.
        fresh: true after a reset, when there is nothing to judge.
    """
    described = _described(episode, scene)
    if fresh or not episode.transitions:
        rules = scene.curriculum.stage(scene.task.stage).rules
        feedback = f"Stage {scene.task.stage}: {scene.task.instruction} {rules} {episode.terms.weights.warning}".rstrip()
        return CodeReviewObservation.model_validate(
            {**described, "feedback": feedback, "reward": None, **_state(episode, scene)}
        )
    last, terms = episode.transitions[-1], episode.terms
    judged = _judged(last, scene.curriculum, terms.feedback)
    return CodeReviewObservation.model_validate({**described, **judged, "line_vector": line_rewards(last, terms)})


def _described(episode: Episode, scene: Scene) -> dict[str, object]:
    terms, task = episode.terms, scene.task
    return {
        "done": episode.done,
        "truncated": episode.truncated,
        "episode_id": terms.episode_id,
        "step": episode.step,
        "max_steps": terms.max_steps,
        "stage": task.stage,
        "stages": terms.stages,
        "cleared_stages": episode.cleared_stages,
        "task_id": task.id,
        "task_name": task.name,
        "entry": task.entry,
        "signature": signature_of(task.messy, task.entry),
        "instruction": task.instruction,
        "rules": scene.curriculum.stage(task.stage).rules,
        "clear_at": scene.curriculum.shaping.clear_at,
        "examples": tuple(Example(call=call, expected=expected) for _, call, expected in examples(task, scene.reference)),
        "messy_code": task.messy,
        "current_code": printable(episode.current_code or task.messy),
        "best_reward": episode.best_reward,
        "reward_scheme": terms.reward_scheme,
        "reward_mode": terms.reward_mode,
        "reward_version": scene.reward_version,
        "sandbox_level": scene.sandbox_level,
    }


def _state(episode: Episode, scene: Scene) -> dict[str, object]:
    """What is known of the original before anything was sent."""
    if scene.start is None:
        return {}
    components, weights = scene.start.components, episode.terms.weights
    return {
        "bundle_id": scene.start.bundle.id,
        "process_reward": ProcessReward(phi=phi(components, weights), **_letters(components)),
    }


def _process(transition: Transition) -> ProcessReward | None:
    step = transition.process
    if step is None:
        return None
    return ProcessReward(
        value=step.value,
        phi=step.phi,
        phi_before=step.phi_before,
        scope_changed=step.scope_changed,
        **_letters(step.components),
    )


def line_rewards(transition: Transition, terms: Terms) -> LineRewards | None:
    """What each line of a step is worth; None at the level `none`, and in an episode from before there were values."""
    found = transition.lines
    if found is None or terms.feedback == "none":
        return None
    return LineRewards(values=found.values, base=found.base, eos=found.eos, constants=TokenConstants(**asdict(terms.values)))


def _letters(components: Components) -> dict[str, float | None]:
    return {"D": components.d, "S": components.s, "A": components.a, "E": components.e}


def _judged(transition: Transition, curriculum: Curriculum, level: FeedbackLevel) -> dict[str, object]:
    report = transition.report
    reward = judge(report, curriculum)
    numbers: dict[str, object] = {
        "reward": transition.paid,
        "judged_stage": report.stage,
        "judged_task_id": report.task_id,
        "submission_sha256": report.submission_sha256,
        "extracted": Extracted(how=transition.how, truncated=transition.reply_truncated),
        "repeat": transition.repeat,
        "cleared": transition.cleared,
        "verdict": report.verdict,
        "identity": reward.identity == 1.0,
        "seed_plain": report.seed_plain,
        "quality": reward.quality,
        "seed_reward": transition.seed_reward,
        "improvement": transition.improvement,
        "bundle_id": transition.bundle_id or None,
        "prev_bundle_id": transition.prev_bundle_id or None,
        "process_reward": _process(transition),
    }
    return {**numbers, **_told(transition, curriculum, level)}


def _told(transition: Transition, curriculum: Curriculum, level: FeedbackLevel) -> dict[str, object]:
    """What the level of feedback decides about: words, findings, checks, group results, canaries."""
    report = transition.report
    stage = curriculum.stage(report.stage)
    if level == "none":
        return {"feedback": f"Step judged: reward {transition.paid:.3f}."}
    told: dict[str, object] = {
        "feedback": printable(describe(transition, stage.rules, level=level)),
        "identity_checks": _checks(report),
        "findings": _findings(report.findings),
        "type_findings": _findings(report.types or ()),
        "metrics": CanaryMetrics.model_validate(asdict(report.metrics)),
    }
    if level == "full":
        told["functional"] = functional_of(report)
        told["groups"] = GroupCount(passed=sum(group.passed for group in report.groups), total=len(report.groups))
        told["group_results"] = tuple(
            GroupView(name=group.name, visible=group.visible, passed=group.passed, failure=printable(group.failure))
            for group in report.groups
        )
    return told


def _checks(report: Report) -> tuple[IdentityCheckView, ...]:
    return tuple(IdentityCheckView(name=one.name, ok=one.ok, message=printable(one.message)) for one in report.identity)


def _findings(found: tuple[Diagnostic, ...]) -> tuple[Finding, ...]:
    return tuple(
        Finding(
            rule=one.rule,
            row=one.row,
            column=one.column,
            message=printable(one.message),
            source=one.source,
            unfixable=one.unfixable,
        )
        for one in found
    )


def state_of(episode: Episode, reward_version: str) -> CodeReviewState:
    """The episode as `state` and `GET /episodes/{id}` tell it."""
    terms = episode.terms
    return CodeReviewState(
        episode_id=terms.episode_id,
        step_count=episode.step,
        split=terms.split,
        seed=terms.seed,
        stages=terms.stages,
        stage=terms.stages[episode.stage],
        task_id=episode.task_id,
        task_name=episode.task_name,
        task_ids=terms.task_ids,
        cleared_stages=episode.cleared_stages,
        max_steps=terms.max_steps,
        done=episode.done,
        truncated=episode.truncated,
        best_reward=episode.best_reward,
        rewards=tuple(one.paid for one in episode.transitions),
        current_code=None if episode.current_code is None else printable(episode.current_code),
        reward_scheme=terms.reward_scheme,
        reward_mode=terms.reward_mode,
        feedback=terms.feedback,
        reward_version=reward_version,
    )


def signature_of(source: str, entry: str) -> str:
    """`def name(parameters) -> result` of the entry point, normalised by the parser."""
    for node in quiet_tree(source).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == entry:
            kind = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
            returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            return f"{kind} {entry}({ast.unparse(node.args)}){returns}"
    return f"def {entry}"
