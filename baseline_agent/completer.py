"""A model behind one verb, whatever serves it: messages in, a completion with its costs out, or a failure."""

from dataclasses import dataclass
from typing import Protocol

from code_review_env.baseline_agent.unscored import Unscored
from code_review_env.prompt import Message


@dataclass(frozen=True, slots=True)
class Request:
    """One call of a model.

    Attributes:
        messages: the conversation, the latest last.
        temperature: 0 is greedy.
        max_tokens: most that the model may write.
    """

    messages: tuple[Message, ...]
    temperature: float
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model wrote, and what it cost.

    Attributes:
        text: the reply.
        finish_reason: `stop`, or `length` where the reply was cut off.
        tokens_in: of the messages; None where the server does not count.
        tokens_out: of the reply; None where the server does not count.
        seconds: from the request to the end of the reply.
        money: US dollars by the provider's price list; None where there is none.
    """

    text: str
    finish_reason: str
    tokens_in: int | None
    tokens_out: int | None
    seconds: float
    money: float | None = None


class CallFailed(Unscored):
    """The call brought no answer.

    Attributes:
        transient: the same call may succeed later.
        hopeless: no call of this run will succeed: wrong token, no credit, no such model.
        wait_s: how long the server asks to wait, None where it does not say.
    """

    def __init__(self, message: str, *, transient: bool = False, hopeless: bool = False, wait_s: float | None = None) -> None:
        super().__init__(message)
        self.transient = transient
        self.hopeless = hopeless
        self.wait_s = wait_s


class Completer(Protocol):
    """Something that completes."""

    def complete(self, request: Request, timeout_s: float) -> Completion:
        """The reply to these messages.

        Args:
            request: messages and how to sample.
            timeout_s: seconds after which the call counts as failed.

        Raises:
            CallFailed: there was no answer.
        """
