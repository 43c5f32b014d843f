"""Who may be started from the page: agents that cost nothing, and agents whose model somebody pays for."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from code_review_env.env.environment import Parts
from code_review_env.env.errors import CodeReviewError, InvalidParameter
from code_review_env.env.local import Session
from code_review_env.server.allowance import Allowance
from code_review_env.server.ui.play import Play
from code_review_env.server.ui.view import View

Run = Callable[[Session, Mapping[str, object]], Iterator[object]]
"""Plays one episode with these arguments of `reset`; yields after every step."""


@dataclass(frozen=True, slots=True)
class Players:
    """By name.

    Attributes:
        parts: of the environment.
        allowance: for the runs of models.
        free: agents without a model.
        models: agents with one.
    """

    parts: Parts
    allowance: Allowance
    free: Mapping[str, Run] = field(default_factory=dict)
    models: Mapping[str, Run] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """All of them, those that cost nothing first."""
        return [*self.free, *self.models]

    def views(self, name: str, seed: str, client: str) -> Iterator[View]:
        """The page after each step of a run.

        Raises:
            InvalidParameter: no such agent, or no such seed.
            AllowanceSpent: no more runs of a model today.
            Unavailable: our machinery or the model's failed.
        """
        if name not in self.names or not seed.strip().isdecimal():
            message = "an agent of this server and a whole number as its seed are needed"
            raise InvalidParameter(message)
        played = self._paid(name, client) if name in self.models else self._plain
        yield from played(self.free.get(name) or self.models[name], {"seed": int(seed)})

    def _plain(self, run: Run, options: Mapping[str, object]) -> Iterator[View]:
        session, play = Session(self.parts, {}), Play(self.parts)
        for _ in run(session, options):
            yield play.recall(str(session.state.episode_id))

    def _paid(self, name: str, client: str) -> Callable[[Run, Mapping[str, object]], Iterator[View]]:
        def played(run: Run, options: Mapping[str, object]) -> Iterator[View]:
            number, steps = self.allowance.take(client, name, self.parts.chance.draw().now), 0
            try:
                for view in self._plain(run, options):
                    steps += 1
                    self.allowance.keep(number, view.share)
                    yield view
            except CodeReviewError:
                if not steps:
                    self.allowance.give_back(number)
                raise

        return played
