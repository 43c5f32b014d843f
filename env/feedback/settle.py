"""What a step is worth: everything of a transition that follows from its facts, the terms and the steps before.

The environment fills transitions in with it, and a replay computes recorded ones again with it, so the two cannot part.
"""

from dataclasses import replace

from code_review_env.env.episode import Episode, Transition, advance
from code_review_env.env.feedback.certificate import certify, line_vector
from code_review_env.env.feedback.derive import derived
from code_review_env.env.feedback.starts import Start
from code_review_env.env.scoring.reward import DECIMALS
from code_review_env.potential import judge_step
from code_review_env.returns import pay
from code_review_env.tasks.curriculum import Curriculum


def settle(episode: Episode, step: Transition, start: Start, curriculum: Curriculum) -> Transition:
    """The step with its scores, what it pays, its process reward, and what each line is worth.

    Args:
        episode: before the step.
        step: what was sent and found; whatever else it holds is replaced.
        start: the original of the stage.
        curriculum: constants.
    """
    worth = derived(step.report, curriculum)
    scored = replace(
        step,
        stage=episode.stage,
        seed_reward=worth.reward.seed,
        improvement=worth.reward.improvement,
        cleared=worth.reward.cleared,
    )
    after = advance(episode, scored)
    amount = pay(episode.terms.reward_mode, after.scores(), stages=len(episode.terms.stages), done=after.done)
    last = episode.here[-1] if episode.here else None
    before = last.process.components if last and last.process else start.components
    certificate = certify(step.report, step.source, start.entry).told(episode.terms.feedback)
    return replace(
        scored,
        paid=round(amount, DECIMALS),
        prev_bundle_id=last.bundle_id if last and last.bundle_id else start.bundle.id,
        process=judge_step(before, worth.components, episode.terms.weights, last=scored.cleared or after.done),
        lines=line_vector(certificate, episode.terms.values),
    )
