"""Real tokenizers, trained on the spot."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from tokenizers import ByteLevelBPETokenizer, Regex, SentencePieceBPETokenizer, Tokenizer, models, pre_tokenizers

from code_review_env.align import Tokens

EOS: Final = "<eos>"
_CORPUS: Final = [
    "def total(rows):\n    amount = 0\n    for row in rows:\n        amount += row\n    return amount\n",
    "import os\r\n\r\n\r\ndef f(a, b):\r\n\treturn os.path.join(a, b)\r\n",
    "Here is the corrected file:\n\n```python\nx = 1\n```\n\nIt keeps the signature.\n",
]


def _byte_level() -> Tokenizer:
    tokenizer = ByteLevelBPETokenizer()
    tokenizer.train_from_iterator(_CORPUS, vocab_size=420, special_tokens=[EOS], show_progress=False)
    return tokenizer._tokenizer


def _sentencepiece() -> Tokenizer:
    tokenizer = SentencePieceBPETokenizer()
    tokenizer.train_from_iterator(_CORPUS, vocab_size=300, special_tokens=["<unk>", EOS], show_progress=False)
    return tokenizer._tokenizer


def _characters() -> Tokenizer:
    known = dict.fromkeys(["<unk>", EOS, *map(chr, range(128))])
    tokenizer = Tokenizer(models.WordLevel({word: number for number, word in enumerate(known)}, unk_token="<unk>"))  # noqa: S106 - no password
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), "isolated")
    tokenizer.add_special_tokens([EOS])
    return tokenizer


BUILDERS: Final[dict[str, Callable[[], Tokenizer]]] = {
    "byte-level BPE": _byte_level,
    "SentencePiece": _sentencepiece,
    "characters": _characters,
}


@cache
def tokenizer(name: str) -> Tokenizer:
    """The tokenizer of that name."""
    return BUILDERS[name]()


def tokens(name: str, completion: str) -> Tokens:
    """The completion as an engine would hand it over: its ids, its offsets, the end of sequence behind it."""
    engine = tokenizer(name)
    cut = engine.encode(completion, add_special_tokens=False)
    end = engine.token_to_id(EOS)
    return Tokens([*cut.ids, end], [*cut.offsets, (0, 0)], end)


def pieces(completion: str, cut: Tokens, under: list[int], line: tuple[int, int]) -> Iterator[str]:
    """What each token contributes to a stretch of the completion; the bytes of one character contribute it once."""
    at, end = line
    for token in under:
        start, stop = cut.offsets[token]
        yield completion[max(at, start) : min(stop, end)]
        at = max(at, min(stop, end))
