"""Credit: where a step of an episode earned its reward, by line, by place and by the tokens of the completion that made it."""

from dataclasses import asdict
from typing import Annotated, Final, Literal

from fastapi import APIRouter, FastAPI, Query
from pydantic import BaseModel, ConfigDict, Field

from code_review_env.align import Segment, Tokens, TokenValues, segments, token_rewards
from code_review_env.env.access import load_owned
from code_review_env.env.environment import Parts
from code_review_env.env.episode import Episode, Transition
from code_review_env.env.errors import Forbidden, InvalidParameter, UnknownTask
from code_review_env.env.feedback.certificate import Certificate, certify, line_vector, marks
from code_review_env.env.feedback.localise import METHOD, Localiser
from code_review_env.env.scoring.score import sha256_of
from code_review_env.env.terms import Value
from code_review_env.models import LineRewards, TokenConstants
from code_review_env.reply import MAX_CHARACTERS, Reply, extract, printable
from code_review_env.server.routes import Owner
from code_review_env.tasks.task import Task

MAX_TOKENS: Final = 65_536
"""Ids of one completion."""

Id = Annotated[int, Field(ge=0)]
Grain = Literal["line", "span"]


class SpanView(BaseModel):
    """One place: characters of the submission from `start` to before `end`, and what was found there."""

    start: int
    end: int
    row: int
    rule: str
    message: str
    source: str
    counts: bool


class CertificateView(BaseModel):
    """A step's certificate: every place that something was found at, the groups that fail, what each line is worth."""

    step: int
    submission_sha256: str
    bundle_id: str
    spans: tuple[SpanView, ...]
    failing: tuple[str, ...]
    localised_by: str | None
    line_vector: LineRewards


class TokensRequest(BaseModel):
    """A completion as the engine that produced it cut it.

    Attributes:
        step: of the episode, from 1; the latest when absent.
        text: the completion that was sent as action, or the action's code.
        token_ids: `(T,)`.
        offsets: `(T,)`, first character and the one after the last, in `text`.
        eos_token_id: of the end of the sequence.
        tokenizer: sha256 of the tokenizer, given back as it came.
        token_values: other constants than the episode's: with an error, without one, what passing adds.
        grain: `line` lowers whole lines, `span` only the tokens on the places themselves.
        localise: look for the lines of failing groups first, which runs the submission once more.
    """

    model_config = ConfigDict(extra="forbid")

    step: int | None = Field(default=None, ge=1)
    text: str = Field(max_length=MAX_CHARACTERS)
    token_ids: list[Id] = Field(max_length=MAX_TOKENS)
    offsets: list[tuple[Id, Id]] = Field(max_length=MAX_TOKENS)
    eos_token_id: int | None = None
    tokenizer: str = Field(default="", max_length=255)
    token_values: tuple[Value, Value, Value] | None = None
    grain: Grain = "line"
    localise: bool = False


class TokensAnswer(BaseModel):
    """The token vector of a step, with everything that it depends on."""

    step: int
    token_rewards: tuple[float, ...]
    segments: tuple[Segment, ...]
    line_vector: LineRewards
    submission_sha256: str
    bundle_id: str
    prev_bundle_id: str
    tokenizer: str
    tools: dict[str, str]
    reward_version: str


class Steps:
    """The certificates of steps, for whoever may see them."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._localiser = Localiser(parts.scorer)

    def find(self, episode_id: str, owner: str | None, step: int | None) -> tuple[Episode, int, Transition]:
        """The episode, the number of the step, and the step.

        Raises:
            UnknownEpisode: no such id.
            Forbidden: not this owner's, or the level of feedback tells nothing.
            InvalidParameter: no such step.
        """
        episode = load_owned(self._parts.store, episode_id, owner)
        number = episode.step if step is None else step
        if not 0 < number <= episode.step:
            message = f"the episode has {episode.step} steps, there is no step {number}"
            raise InvalidParameter(message)
        if episode.terms.feedback == "none":
            message = "the episode's feedback is `none`: it tells no places and no vectors"
            raise Forbidden(message)
        return episode, number, episode.transitions[number - 1]

    def task(self, episode: Episode, transition: Transition) -> Task:
        """The task that the step was judged against.

        Raises:
            UnknownTask: the bank does not have it any more.
        """
        name = episode.terms.task_name(transition.stage)
        try:
            task = self._parts.bank.find(name)
        except KeyError as error:
            raise UnknownTask(error.args[0]) from None
        if task.id != transition.report.task_id:
            message = f"{name} is another task since the step was judged"
            raise UnknownTask(message)
        return task

    def certificate(self, episode: Episode, transition: Transition, *, localise: bool) -> Certificate:
        """What the episode's level of feedback leaves of the step's certificate.

        Raises:
            Forbidden: groups are to be located at the level `lint`.
            Unavailable: our machinery failed.
        """
        task, code = self.task(episode, transition), transition.source
        certificate = certify(transition.report, code, task.entry).told(episode.terms.feedback)
        if not localise:
            return certificate
        if episode.terms.feedback != "full":
            message = "lines of failing groups are told at the feedback `full` only"
            raise Forbidden(message)
        for group, rows in self._localiser.of(task, transition.report, code).groups:
            certificate = certificate.blaming(group, rows, f"runs in failing cases of this group ({METHOD})")
        return certificate

    def view(self, found: tuple[Episode, int, Transition], *, localise: bool) -> CertificateView:
        """The answer about a certificate."""
        episode, number, transition = found
        certificate = self.certificate(episode, transition, localise=localise)
        return CertificateView(
            step=number,
            submission_sha256=certificate.submission_sha256,
            bundle_id=transition.bundle_id,
            spans=tuple(
                SpanView.model_validate({**asdict(one), "message": printable(one.message)}) for one in certificate.spans
            ),
            failing=certificate.failing,
            localised_by=METHOD if localise else None,
            line_vector=_lines(certificate, episode.terms.values),
        )

    def answer(self, found: tuple[Episode, int, Transition], body: TokensRequest) -> TokensAnswer:
        """The answer about tokens."""
        parts, (episode, number, transition) = self._parts, found
        certificate = self.certificate(episode, transition, localise=body.localise)
        values = TokenValues(*body.token_values) if body.token_values else episode.terms.values
        reply, cut = _completion(body, self.task(episode, transition), transition)
        fine = marks(certificate, values) if body.grain == "span" else None
        return TokensAnswer(
            step=number,
            token_rewards=token_rewards(reply, cut, line_vector(certificate, values), fine),
            segments=segments(reply, cut),
            line_vector=_lines(certificate, values),
            submission_sha256=certificate.submission_sha256,
            bundle_id=transition.bundle_id,
            prev_bundle_id=transition.prev_bundle_id,
            tokenizer=body.tokenizer,
            tools={**parts.tools.versions, "python": parts.scorer.pool.status().python},
            reward_version=parts.reward_version,
        )


def register(app: FastAPI, parts: Parts) -> None:
    """Add the routes."""
    steps = Steps(parts)
    router = APIRouter(prefix="/episodes", tags=["Episodes"])

    @router.get("/{episode_id}/certificate")
    def certificate(
        episode_id: str,
        step: Annotated[int | None, Query(ge=1, description="The latest when absent.")] = None,
        *,
        localise: Annotated[bool, Query(description="Also look for the lines of failing groups.")] = False,
        owner: Owner = None,
    ) -> CertificateView:
        """Every place of a step's submission that something was found at."""
        return steps.view(steps.find(episode_id, owner, step), localise=localise)

    @router.post("/{episode_id}/tokens")
    def tokens(episode_id: str, body: TokensRequest, owner: Owner = None) -> TokensAnswer:
        """What each token of a completion is worth; the ids are taken as they are and never made anew."""
        return steps.answer(steps.find(episode_id, owner, body.step), body)

    app.include_router(router)


def _lines(certificate: Certificate, values: TokenValues) -> LineRewards:
    vector = line_vector(certificate, values)
    return LineRewards(values=vector.values, base=vector.base, eos=vector.eos, constants=TokenConstants(**asdict(values)))


def _completion(body: TokensRequest, task: Task, transition: Transition) -> tuple[Reply, Tokens]:
    """The completion as it was judged.

    Raises:
        InvalidParameter: it holds another submission, or its tokens are not of this text.
    """
    reply = extract(body.text, task.entry)
    if sha256_of(reply.code) != transition.report.submission_sha256:
        message = "text: the code in it is not what the step judged"
        raise InvalidParameter(message)
    if len(body.token_ids) != len(body.offsets):
        message = f"offsets: {len(body.offsets)} for {len(body.token_ids)} token_ids"
        raise InvalidParameter(message)
    if any(not start <= end <= len(body.text) for start, end in body.offsets):
        message = f"offsets: one lies outside the text of {len(body.text)} characters"
        raise InvalidParameter(message)
    return reply, Tokens(body.token_ids, body.offsets, body.eos_token_id)
