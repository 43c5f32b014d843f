"""Wire types: what an agent sends and what it gets back. Imported by client and server alike, so it imports neither."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, ConfigDict, Field

from code_review_env.returns import FeedbackLevel, RewardMode, RewardScheme


class CodeReviewAction(Action):
    """One submission: the full corrected source of the file.

    Prose, code fences and `<think>` sections around the source are stripped; a text that parses as Python is taken as it is.
    """

    code: str = Field(description="Full corrected Python source of the file, or a reply that contains it.")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Example(_Part):
    """A visible case: the call as a person would type it and what it must do."""

    call: str
    expected: str


class IdentityCheckView(_Part):
    """One condition of the identity gate."""

    name: str
    ok: bool
    message: str


class GroupCount(_Part):
    """How many groups of cases (unit tests) passed."""

    passed: int
    total: int


class GroupView(_Part):
    """One group of cases. Hidden groups tell no more than their name and result."""

    name: str
    visible: bool
    passed: bool
    failure: str = ""


class Finding(_Part):
    """One lint finding; `row` and `column` are 1-based, columns count code points."""

    rule: str
    row: int
    column: int
    message: str
    source: str
    unfixable: bool = False


class Extracted(_Part):
    """How the code was found in the reply."""

    how: str
    truncated: bool


class CanaryMetrics(_Part):
    """Weight-0 metrics: they never move a reward and show a policy that starts to hack."""

    suppressions_added: int = 0
    dynamic_code: int = 0
    helpers_added: int = 0
    single_use_helpers: int = 0
    longest_parameter_list: int = 0
    decisions_added: int = 0
    size_ratio: float = 1.0
    visible_gap: float = 0.0


class ProcessReward(_Part):
    """What the step changed about the state of the code, beside the task's reward: `gamma * phi - phi_before - wE * E`.

    `phi` is `-wD * D + wS * S + wA * A`. After a reset there is a state and no step: `value` is null.
    """

    value: float | None = None
    phi: float
    phi_before: float | None = None
    D: float | None = Field(description="Diagnostics of stage and type checker; null where nobody could count them yet.")
    S: float = Field(ge=0, le=1, description="Share that holds: parses, same function, honest, run without a fault.")
    A: float = Field(ge=0, le=1, description="Confidence of the edited place; 1 for a whole file.")
    E: float = Field(ge=0, le=1, description="1 where the file was refused or an analyser gave no answer.")
    scope_changed: bool = Field(
        default=False, description="Counted over another scope than before: a smaller D earns nothing."
    )


class TokenConstants(_Part):
    """What a line is worth with an error, without one, and what the share of groups passed adds to it."""

    erroneous: float
    correct: float
    passing: float


class LineRewards(_Part):
    """What the submission is worth line by line; `align.token_rewards` makes a vector over a completion's tokens of it.

    `values` has an entry for each line of the extracted code, `base` is the value of everything else, `eos` that of the end of
    the sequence. The level `lint` counts no groups.
    """

    values: tuple[float, ...]
    base: float
    eos: float
    constants: TokenConstants


class CodeReviewObservation(Observation):
    """What an agent sees after `reset` and after every `step`.

    After a step all score fields judge the submission just sent, against the task it was sent for (`judged_task_id`); when
    that submission clears its stage, `messy_code`, `task_id` and the task description already belong to the next stage.
    """

    episode_id: str = Field(description="Send it with every plain HTTP step.")
    step: int = Field(ge=0, description="Steps taken in this episode, 0 after reset.")
    max_steps: int = Field(ge=1, description="The episode is truncated after this many steps.")
    truncated: bool = Field(default=False, description="The step budget ran out before the last stage was cleared.")

    stage: str = Field(description="Stage of the task to work on now.")
    stages: tuple[str, ...] = Field(description="All stages of this episode in order.")
    cleared_stages: tuple[str, ...] = Field(default=(), description="Stages cleared so far.")
    task_id: str = Field(description="sha256 of the task's content.")
    task_name: str = Field(description="Readable address of the task.")
    entry: str = Field(description="Function that must keep its name and signature.")
    signature: str = Field(description="Its signature as one line, in Python's own spelling.")
    instruction: str = Field(description="What to do, in a sentence or two.")
    rules: str = Field(description="What the quality half counts at this stage.")
    clear_at: float = Field(description="Seed reward from which a stage counts as cleared.")
    examples: tuple[Example, ...] = Field(default=(), description="Visible cases with their expected results.")
    messy_code: str = Field(description="Original source of the task.")
    current_code: str = Field(description="Last submission for this task, or the original.")
    best_reward: float = Field(default=0.0, description="Best seed reward at this stage, 0 before a submission.")

    feedback: str = Field(description="The result in words.")
    judged_stage: str | None = Field(default=None, description="Stage that judged the last submission; null after reset.")
    judged_task_id: str | None = Field(default=None, description="Task that judged the last submission; null after reset.")
    submission_sha256: str | None = Field(default=None, description="sha256 of the extracted source; null after reset.")
    extracted: Extracted | None = Field(default=None, description="How the source was found in the reply.")
    repeat: bool = Field(default=False, description="The same source was judged before in this episode.")
    cleared: bool = Field(default=False, description="The last submission cleared its stage.")
    verdict: str = Field(default="none", description="`ok`, or why the code could not be run; `none` after reset.")

    identity: bool | None = Field(default=None, description="The gate: still the same function, honestly so.")
    identity_checks: tuple[IdentityCheckView, ...] = Field(default=(), description="Each condition of the gate.")
    seed_plain: bool | None = Field(default=None, description="Plain gate (name and argument count), for comparison only.")
    functional: float | None = Field(default=None, ge=0, le=1, description="Share of groups passed.")
    groups: GroupCount | None = Field(default=None, description="Groups passed and in all.")
    group_results: tuple[GroupView, ...] = Field(default=(), description="Each group; failures of visible ones in words.")
    quality: float | None = Field(default=None, ge=0, le=1, description="Lint half.")
    findings: tuple[Finding, ...] = Field(default=(), description="What the quality half counts.")
    seed_reward: float | None = Field(default=None, description="0.01 + 0.98 * identity * (functional / 2 + quality / 2).")
    improvement: float | None = Field(default=None, description="identity * functional^2 * share of the mess removed.")
    metrics: CanaryMetrics | None = Field(default=None, description="Weight-0 canaries.")
    type_findings: tuple[Finding, ...] = Field(default=(), description="What the type checker found; no part of the reward.")

    bundle_id: str | None = Field(
        default=None, description="Analysis bundle of the file judged last: all facts, by their hash."
    )
    prev_bundle_id: str | None = Field(default=None, description="Bundle of the file before; null after reset.")
    line_vector: LineRewards | None = Field(default=None, description="What each line is worth, for rewards of single tokens.")
    process_reward: ProcessReward | None = Field(default=None, description="Process reward of the step, with its components.")

    reward_scheme: RewardScheme = Field(default="seed", description="Which of the two numbers is paid.")
    reward_mode: RewardMode = Field(default="step", description="When it is paid.")
    reward_version: str = Field(description="Changes with any constant, rule, tool pin or task that can change a reward.")
    sandbox_level: str = Field(description="Confinement in force: A, B or C.")


class CodeReviewState(State):
    """The episode as the server knows it; holds nothing that an agent must not see."""

    split: str | None = None
    seed: int | None = None
    stages: tuple[str, ...] = ()
    stage: str | None = None
    task_id: str | None = None
    task_name: str | None = None
    task_ids: tuple[str, ...] = ()
    cleared_stages: tuple[str, ...] = ()
    max_steps: int = 0
    done: bool = False
    truncated: bool = False
    best_reward: float = 0.0
    rewards: tuple[float, ...] = ()
    current_code: str | None = None
    reward_scheme: RewardScheme = "seed"
    reward_mode: RewardMode = "step"
    feedback: FeedbackLevel = "full"
    reward_version: str | None = None
