"""Every way in which a provider fails, through both client libraries: what is tried again, when, and what is given up."""

import datetime as dt
import random
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

import pytest

from code_review_env.baseline_agent.completer import CallFailed, Completer, Request
from code_review_env.baseline_agent.faults import retry_after_s
from code_review_env.baseline_agent.hub import Hub, listed_price
from code_review_env.baseline_agent.openai_compatible import OpenAICompatible
from code_review_env.baseline_agent.patience import Patient, Policy
from code_review_env.baseline_agent.streaming import Price
from code_review_env.prompt import Message

sys.path.insert(0, str(Path(__file__).parent))

import scripted
from scripted import MODEL, Answer, refuses, says, serving

STALL_S = 0.4
CALL_S = 0.8
QUICK = Policy(call_s=CALL_S)
ASKED = Request((Message("user", "hello"),), 0.2, 64)
CODE = "def f(a):\n    return a\n"

Make = Callable[[str], Completer]
CLIENTS: dict[str, Make] = {
    "hub": lambda url: Hub(MODEL, base_url=url, token="none", price=Price(1.0, 2.0), stall_s=STALL_S),  # noqa: S106
    "openai": lambda url: OpenAICompatible(MODEL, url, price=Price(1.0, 2.0), stall_s=STALL_S),
}


@dataclass
class Watch:
    """A clock whose pauses pass at once; they are written down."""

    pauses: list[float] = field(default_factory=list)

    def monotonic(self) -> float:
        """Real seconds and those that were slept."""
        return time.monotonic() + sum(self.pauses)

    def sleep(self, seconds: float, /) -> None:
        """Pass."""
        self.pauses.append(seconds)


@pytest.fixture(params=CLIENTS)
def make(request: pytest.FixtureRequest) -> Make:
    """Each client library in turn, imported before any clock runs."""
    import_module({"hub": "huggingface_hub.inference._client"}.get(request.param, "openai"))
    return CLIENTS[request.param]


def patient(completer: Completer, policy: Policy = QUICK) -> tuple[Patient, Watch]:
    """A completer under a policy, and its clock."""
    watch = Watch()
    return Patient(completer, policy, watch, random.Random(0)), watch  # noqa: S311


def test_a_reply_is_put_together_and_its_costs_counted(make: Make) -> None:
    """Text from all chunks, tokens as the server counts them, dollars by the price."""
    with serving(says(CODE)) as script:
        found = patient(make(script.url), Policy())[0].complete(ASKED)
    assert (found.text, found.finish_reason) == (CODE, "stop")
    assert (found.tokens_in, found.tokens_out, found.money) == (100, 10, pytest.approx(120e-6))
    assert 0 < found.seconds < Policy().call_s
    (asked,) = script.asked
    assert (asked["model"], asked["temperature"], asked["max_tokens"]) == (MODEL, 0.2, 64)
    assert asked["messages"] == [{"role": "user", "content": "hello"}]


def test_a_reply_that_was_cut_off_says_so(make: Make) -> None:
    """The server's own word for it reaches the agent."""
    with serving(says("x = 1", "length")) as script:
        assert patient(make(script.url))[0].complete(ASKED).finish_reason == "length"


PASSING = {
    "408": refuses(408),
    "409": refuses(409),
    "425": refuses(425),
    "429": refuses(429),
    "500": refuses(500),
    "502": refuses(502),
    "503": refuses(503),
    "504": refuses(504),
    "stalled stream": scripted.stalls,
    "dripping stream": scripted.drips,
    "dripping bytes": scripted.drips_bytes,
    "lost connection": scripted.breaks_off,
    "no choices": scripted.no_choices,
    "malformed JSON": scripted.malformed,
    "JSON of another kind": scripted.wrong_type,
}


@pytest.mark.parametrize("fault", PASSING)
def test_what_may_pass_is_tried_again(make: Make, fault: str) -> None:
    """The second try brings the reply; the pause before it lies in the first span of the policy."""
    with serving(PASSING[fault], says(CODE)) as script:
        caller, watch = patient(make(script.url))
        assert caller.complete(ASKED).text == CODE
        assert len(script.asked) == 2
    (pause,) = watch.pauses
    assert 1.0 <= pause <= 4.0


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 413, 422])
def test_what_will_not_pass_is_not_tried_again(make: Make, status: int) -> None:
    """One call, no pause; credentials, credit and unknown models end the run."""
    with serving(refuses(status)) as script:
        caller, watch = patient(make(script.url))
        with pytest.raises(CallFailed, match=f"HTTP {status}") as caught:
            caller.complete(ASKED)
    assert (len(script.asked), watch.pauses) == (1, [])
    assert not caught.value.transient
    assert caught.value.hopeless == (status in {401, 402, 403, 404})


def test_four_tries_are_enough(make: Make) -> None:
    """Each pause is drawn from a longer span, up to twenty seconds; then the failure is told."""
    with serving(refuses(503)) as script:
        caller, watch = patient(make(script.url))
        with pytest.raises(CallFailed, match="HTTP 503"):
            caller.complete(ASKED)
    assert len(script.asked) == 4
    assert [1.0 <= pause <= most for pause, most in zip(watch.pauses, (4.0, 16.0, 20.0), strict=True)] == [True] * 3


@pytest.mark.parametrize(("asks", "waits"), [("2", 2.0), ("0", 0.0), ("7.5", 7.5), ("3600", 30.0)])
def test_the_server_says_how_long_to_wait(make: Make, asks: str, waits: float) -> None:
    """Retry-After wins over our own pause, up to half a minute."""
    with serving(refuses(429, retry_after=asks), says(CODE)) as script:
        caller, watch = patient(make(script.url))
        assert caller.complete(ASKED).text == CODE
    assert watch.pauses == [waits]


def test_retry_after_may_be_a_date() -> None:
    """The other form that HTTP allows; what is neither counts as absent."""
    now = dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC)
    assert retry_after_s("Fri, 02 Jan 2026 03:04:25 GMT", now) == 20.0
    assert retry_after_s("Fri, 02 Jan 2026 03:04:00 GMT", now) == 0.0
    assert retry_after_s("soon", now) is None
    assert retry_after_s(None, now) is None


def test_a_refused_connection_is_tried_again(make: Make) -> None:
    """A server that restarts is back in seconds; one that is not there is told after four tries."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{probe.getsockname()[1]}/v1"
    caller, watch = patient(make(url))
    with pytest.raises(CallFailed, match=r"Connect") as caught:
        caller.complete(ASKED)
    assert caught.value.transient
    assert len(watch.pauses) == 3


@pytest.mark.parametrize("fault", ["dripping stream", "dripping bytes"])
def test_no_stream_holds_a_call_past_its_deadline(make: Make, fault: str) -> None:
    """Every read is timely, and still the call ends."""
    with serving(PASSING[fault]) as script:
        caller, _ = patient(make(script.url), Policy(attempts=1, call_s=CALL_S))
        began = time.monotonic()
        with pytest.raises(CallFailed, match=r"0\.8 s"):
            caller.complete(ASKED)
        assert time.monotonic() - began < CALL_S + 2


def test_an_episode_has_a_deadline_of_its_own(make: Make) -> None:
    """No pause is begun that would end after it, and no call after it."""
    answers: list[Answer] = [says(CODE), refuses(429, retry_after="20"), says(CODE)]
    with serving(*answers) as script:
        caller, watch = patient(make(script.url), Policy(call_s=CALL_S, episode_s=15.0))
        caller.complete(ASKED)
        with pytest.raises(CallFailed, match="no time is left"):
            caller.complete(ASKED)
        watch.pauses.append(15.0)
        with pytest.raises(CallFailed, match="longer than 15 s"):
            caller.complete(ASKED)
        assert len(script.asked) == 2


def test_prices_are_read_from_the_list_of_models() -> None:
    """One provider's, the dearest of all where any may serve, none where nothing is known."""
    with serving(says(CODE)) as script:
        assert listed_price(script.url, MODEL, "two") == Price(3.0, 1.0)
        assert listed_price(script.url, MODEL, "auto") == Price(3.0, 2.0)
        assert listed_price(script.url, "other", "auto") is None
    assert listed_price(script.url, MODEL, "auto") is None
