"""Typed client: models to wire and back, nothing else."""

from typing import Any

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient

from code_review_env.models import CodeReviewAction, CodeReviewObservation, CodeReviewState


class CodeReviewEnv(EnvClient[CodeReviewAction, CodeReviewObservation, CodeReviewState]):
    """Client of a running environment.

    Example:
        >>> with CodeReviewEnv(base_url="http://localhost:8000").sync() as env:
        ...     result = env.reset(seed=7)
        ...     result = env.step(CodeReviewAction(code=result.observation.messy_code))
        ...     result.reward
    """

    def _step_payload(self, action: CodeReviewAction) -> dict[str, Any]:
        return action.model_dump(exclude_defaults=True)

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[CodeReviewObservation]:
        done, reward = payload.get("done", False), payload.get("reward")
        observation = CodeReviewObservation.model_validate({**payload["observation"], "done": done, "reward": reward})
        return StepResult(observation=observation, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> CodeReviewState:
        return CodeReviewState.model_validate(payload)
