"""Real tokenizers, trained on the spot, and completions for them."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from tokenizers import ByteLevelBPETokenizer, Regex, SentencePieceBPETokenizer, Tokenizer, models, pre_tokenizers

from code_review_env.align import Tokens, line_bounds, tokens_of_lines
from code_review_env.reply import Reply

EOS: Final = "<eos>"
_CORPUS: Final = [
    "def total(rows):\n    amount = 0\n    for row in rows:\n        amount += row\n    return amount\n",
    "import os\r\n\r\n\r\ndef f(a, b):\r\n\treturn os.path.join(a, b)\r\n",
    "Here is the corrected file:\n\n```python\nx = 1\n```\n\nIt keeps the signature.\n",
]


CODES: Final = {
    "plain": "import os\n\n\ndef f(a):\n    return os.path.join(a, a)\n",
    "tabs": "def f(a):\n\tif a:\n\t\treturn a\n\treturn 0\n",
    "astral": "def f(a):\n    name = '😀 🚀 é'\n    return name + a  # 漢字\n",
    "blank lines": "def f(a):\n\n\n\n    return a\n\n\n\n",
    "no last line end": "def f(a):\n    return a",
    "long text": 'def f(a):\n    """One.\n\n    Two.\n    """\n    return a\n',
}
WRAPS: Final = {
    "raw": "{}",
    "fenced": "Here is the file:\n\n```python\n{}```\n\nIt works 🎉.\n",
    "thought about": "<think>\nA loop?\n</think>\n```py\n{}```\n",
}


def wrapped(code: str, wrap: str, *, windows: bool) -> str:
    """A completion that carries the code."""
    text = WRAPS[wrap].format(code if wrap == "raw" or code.endswith("\n") else f"{code}\n")
    return text.replace("\n", "\r\n") if windows else text


def extents(reply: Reply) -> list[tuple[int, int]]:
    """Where each line of the code stands in the completion."""
    bounds = line_bounds(reply.code)
    return [(reply.found.starts[start], reply.found.ends[end - 1]) for start, end in pairwise(bounds)]


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


def told(completion: str, reply: Reply, cut: Tokens) -> list[str]:
    """What the tokens under each line of the code say, with the line ends that a fenced block has."""
    lines = zip(tokens_of_lines(reply, cut), extents(reply), strict=True)
    return ["".join(pieces(completion, cut, under, place)).replace("\r\n", "\n") for under, place in lines]
