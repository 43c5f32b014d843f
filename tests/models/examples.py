"""Rows for the trainers: two answers to one task, cut by a real tokenizer, with the observation that a server would send."""

import hashlib
from typing import Any

from tokenizers import ByteLevelBPETokenizer

from code_review_env.align import Tokens
from code_review_env.reply import extract
from code_review_env.training.rows import Row, Turn, fingerprint, make_row

PROMPT = "Repair the file.\n"
RIGHT = "```python\ndef f(a):\n    return a\n```\n"
WRONG = "```python\ndef f(a):\n    return a;\n    \n```\n"


def tokenizer() -> ByteLevelBPETokenizer:
    """Trained on the spot; 0 is the padding, 1 the end of sequence."""
    made = ByteLevelBPETokenizer()
    made.train_from_iterator([PROMPT, RIGHT, WRONG], vocab_size=320, special_tokens=["<pad>", "<eos>"], show_progress=False)
    return made


def observation(completion: str, values: tuple[float, ...], eos: float, reward: float) -> dict[str, Any]:
    """What a server answers to a completion, as far as a row needs it."""
    code = extract(completion, "f").code
    return {
        "submission_sha256": hashlib.sha256(code.encode()).hexdigest(),
        "line_vector": {
            "values": values,
            "base": 2.0,
            "eos": eos,
            "constants": {"erroneous": 0.0, "correct": 1.0, "passing": 1.0},
        },
        "reward": reward,
        "identity": True,
        "functional": 1.0,
        "quality": reward,
        "seed_reward": reward,
        "improvement": reward,
        "process_reward": {"value": 0.5, "phi": 0.5, "D": 0.0, "S": 1.0, "A": 1.0, "E": 0.0},
        "bundle_id": "a" * 64,
        "prev_bundle_id": "b" * 64,
        "judged_task_id": "c" * 64,
    }


def row(completion: str, told: dict[str, Any]) -> Row:
    """The row of one completion with made-up log-probabilities."""
    engine = tokenizer()
    cut = engine.encode(completion)
    ids = [*cut.ids, 1]
    turn = Turn(
        prompt_token_ids=engine.encode(PROMPT).ids,
        completion=completion,
        tokens=Tokens(ids, [*cut.offsets, (0, 0)], eos_id=1),
        logprobs=[-0.5 - at / 100 for at in range(len(ids))],
        tokenizer=fingerprint(engine.to_str()),
    )
    return make_row(turn, told, "f")


def rows() -> list[Row]:
    """A clean answer and one with two erroneous lines."""
    return [
        row(RIGHT, observation(RIGHT, (2.0, 2.0), 2.0, 0.99)),
        row(WRONG, observation(WRONG, (2.0, 0.0, 0.0), 0.0, 0.75)),
    ]
