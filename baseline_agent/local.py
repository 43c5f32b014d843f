"""A model in this process, through transformers: a folder or Hub id, also with weights in a GGUF file."""

import hashlib
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from code_review_env.baseline_agent.completer import CallFailed, Completion, Request

_SEED_BYTES = 7


@dataclass(frozen=True, slots=True)
class Local:
    """A loaded model; one call at a time, since chance and cache belong to the process."""

    model: Any
    tokenizer: Any
    _turn: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def load(cls, place: str) -> Self:
        """Load a model.

        Args:
            place: a folder, an id on the Hub, or a file that ends in `.gguf`.

        Raises:
            OSError: there is no model.
        """
        from transformers import AutoModelForCausalLM, AutoTokenizer  # noqa: PLC0415 - needs torch

        file = Path(place)
        name, options = (str(file.parent), {"gguf_file": file.name}) if file.suffix == ".gguf" else (place, {})
        tokenizer = AutoTokenizer.from_pretrained(name, **options)
        return cls(AutoModelForCausalLM.from_pretrained(name, **options).eval(), tokenizer)

    def complete(self, request: Request, timeout_s: float) -> Completion:
        """The reply; the same messages at the same temperature always get the same one.

        Raises:
            CallFailed: it was not finished in time.
        """
        with self._turn:
            return self._generate(request, timeout_s)

    def _generate(self, request: Request, timeout_s: float) -> Completion:
        import torch  # noqa: PLC0415 - hundreds of megabytes

        began = time.monotonic()
        turns = [asdict(message) for message in request.messages]
        asked = self.tokenizer.apply_chat_template(turns, add_generation_prompt=True, return_tensors="pt", return_dict=True)
        torch.manual_seed(_seed(request))
        sampled = {"do_sample": True, "temperature": request.temperature} if request.temperature > 0 else {"do_sample": False}
        with torch.inference_mode():
            longest = {"max_new_tokens": request.max_tokens, "max_time": min(timeout_s, 1e6)}
            (tokens,) = self.model.generate(**asked, **sampled, **longest)
        seconds = time.monotonic() - began
        if seconds >= timeout_s:
            message = f"no whole reply within {timeout_s:g} s"
            raise CallFailed(message)
        prompted = int(asked["input_ids"].shape[1])
        written = tokens[prompted:].tolist()
        stops = self.model.generation_config.eos_token_id
        ended = bool(written) and written[-1] in (stops if isinstance(stops, list) else [stops])
        return Completion(
            text=self.tokenizer.decode(written, skip_special_tokens=True),
            finish_reason="stop" if ended else "length",
            tokens_in=prompted,
            tokens_out=len(written),
            seconds=seconds,
        )


def _seed(request: Request) -> int:
    return int.from_bytes(hashlib.sha256(repr(request).encode()).digest()[:_SEED_BYTES])
