"""The floor: sends the file back as it is."""

from code_review_env.models import CodeReviewAction, CodeReviewObservation


class Noop:
    """Does nothing, ten times."""

    name = "noop"

    def act(self, observation: CodeReviewObservation) -> CodeReviewAction:
        """The original, unchanged."""
        return CodeReviewAction(code=observation.messy_code)
