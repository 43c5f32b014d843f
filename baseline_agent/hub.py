"""A model on Hugging Face's inference providers, or on any server of the same protocol, through `InferenceClient`."""

import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from code_review_env.baseline_agent.completer import Completion, Request
from code_review_env.baseline_agent.faults import broken, no_answer, refused
from code_review_env.baseline_agent.prices import find_price
from code_review_env.baseline_agent.streaming import Chunk, Price, gather

if TYPE_CHECKING:
    from collections.abc import Iterable

MODEL: Final = "Qwen/Qwen2.5-Coder-7B-Instruct"
"""The baseline of the specification."""

ROUTER: Final = "https://router.huggingface.co/v1"
"""Lists models, who serves them and for how much."""

STALL_S: Final = 30.0
"""Longest silence within a stream."""

LISTING_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class Hub:
    """Calls a model by its id.

    Attributes:
        model: id on the Hub, or the name that the server at `base_url` knows.
        provider: who serves it; `auto` asks the Hub at every call who does, in the order of the account's preferences.
        base_url: of a server to use instead of the Hub.
        token: access token; the one that is logged in by default.
        price: of its tokens.
        stall_s: longest silence of the server.
    """

    model: str = MODEL
    provider: str = "auto"
    base_url: str | None = None
    token: str | None = None
    price: Price | None = None
    stall_s: float = STALL_S

    def complete(self, request: Request, timeout_s: float) -> Completion:
        """One call.

        Raises:
            CallFailed: there was no answer.
        """
        import httpx2  # noqa: PLC0415 - heavy, see below
        from huggingface_hub import errors  # noqa: PLC0415 - half a second that nobody else waits for

        try:
            return self._stream(request, timeout_s)
        except errors.HfHubHTTPError as error:
            raise refused(error.response.status_code, error.response.headers, str(error)) from error
        except httpx2.HTTPError as error:
            raise broken(error) from error
        except (ValueError, TypeError, AttributeError) as error:  # what InferenceClient lets through on a malformed answer
            raise no_answer(error) from error

    def _stream(self, request: Request, timeout_s: float) -> Completion:
        from huggingface_hub import ChatCompletionInputStreamOptions, InferenceClient  # noqa: PLC0415 - heavy

        where: dict[str, Any] = {"base_url": self.base_url} if self.base_url else {"provider": self.provider}
        client = InferenceClient(**where, token=self.token, timeout=min(self.stall_s, timeout_s))
        began = time.monotonic()
        with client:  # which closes the stream; without a reference to it, it would be closed under our hands
            chunks = client.chat_completion(
                [asdict(message) for message in request.messages],
                model=self.model,
                temperature=request.temperature,
                max_tokens=request.max_tokens,
                stream=True,
                stream_options=ChatCompletionInputStreamOptions(include_usage=True),
            )
            return gather(cast("Iterable[Chunk]", chunks), began, timeout_s, self.price)


def listed_price(base_url: str | None, model: str, provider: str) -> Price | None:
    """The price that the server publishes for a model, None where it publishes none or cannot be asked."""
    import httpx2  # noqa: PLC0415 - heavy
    from huggingface_hub import get_session  # noqa: PLC0415 - heavy

    try:
        answer = get_session().get(f"{base_url or ROUTER}/models", timeout=LISTING_S)
        return find_price(answer.json(), model, provider) if answer.is_success else None
    except (httpx2.HTTPError, ValueError):
        return None
