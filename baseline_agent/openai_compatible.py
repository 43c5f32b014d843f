"""A model behind an OpenAI-compatible address (vLLM, llama.cpp, TGI, `transformers serve`, ...), through the openai client."""

import time
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from code_review_env.baseline_agent.completer import Completion, Request
from code_review_env.baseline_agent.faults import broken, no_answer, refused
from code_review_env.baseline_agent.hub import STALL_S
from code_review_env.baseline_agent.streaming import Price, gather

if TYPE_CHECKING:
    import openai


@dataclass(frozen=True)
class OpenAICompatible:
    """Calls a model by the name that its server knows.

    Attributes:
        model: that name.
        base_url: of the server, with its `/v1`.
        token: sent as bearer token; servers of one's own take any.
        price: of its tokens.
        stall_s: longest silence of the server.
    """

    model: str
    base_url: str
    token: str = "none"  # noqa: S105 - what a server that asks for none is sent
    price: Price | None = None
    stall_s: float = STALL_S

    def complete(self, request: Request, timeout_s: float) -> Completion:
        """One call.

        Raises:
            CallFailed: there was no answer.
        """
        import httpx2  # noqa: PLC0415 - heavy, see below
        import openai  # noqa: PLC0415 - a second that nobody else waits for

        try:
            return self._stream(request, timeout_s)
        except openai.APIStatusError as error:
            raise refused(error.status_code, error.response.headers, error.message) from error
        except (openai.APIConnectionError, httpx2.TransportError) as error:
            raise broken(error) from error
        except (openai.APIError, ValueError, TypeError, AttributeError) as error:
            raise no_answer(error) from error

    @cached_property
    def _client(self) -> "openai.OpenAI":
        """Made once, which takes as long as a call. Its own retries are off: one policy rules all kinds of models."""
        import openai  # noqa: PLC0415 - heavy

        return openai.OpenAI(base_url=self.base_url, api_key=self.token, max_retries=0)

    def _stream(self, request: Request, timeout_s: float) -> Completion:
        began = time.monotonic()
        chunks = self._client.with_options(timeout=min(self.stall_s, timeout_s)).chat.completions.create(
            model=self.model,
            messages=[asdict(message) for message in request.messages],
            temperature=request.temperature,
            max_tokens=request.max_tokens,
            stream=True,
            stream_options={"include_usage": True},
        )
        with chunks:
            return gather(chunks, began, timeout_s, self.price)
