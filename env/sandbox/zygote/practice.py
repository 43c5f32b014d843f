"""A trial job in the zygote, before the first fork: CPython has then specialised the code that every child runs.

A child that runs it for the first time would do so itself, and each instruction that is rewritten, each method that is looked
up for the first time, copies a page.
"""

import sys
from typing import Any, Final

import audit
import confine
import jobs
import run
import wire
from objects import OWN_MODULE
from streams import Ledger, Streams

_ROUNDS: Final = 40
"""CPython 3.11 specialises an instruction after it ran 8 times with operands of one kind, or tries again later."""
_LIMITS: Final = {"cpu_s": 1.0, "memory_bytes": 1 << 29, "output_bytes": 1 << 30, "result_bytes": 1 << 20}
_ORDER: Final = jobs.Order("A", "run", 1.0, 0)
_ENDS: Final = jobs.Ends(0, 0, None)
_SOURCE: Final = '''
"""What submissions are made of."""
import math
from collections import Counter

LIMIT = 3


def entry(items, key=None, *, reverse=False):
    """Try the usual statements."""
    found = []
    for item in items:
        if item is None or item == "skip":
            continue
        try:
            found.append(int(item) if key is None else item[key])
        except (TypeError, ValueError, KeyError) as error:
            raise ValueError(f"no number: {item!r}") from error
    if not found:
        return None
    print("items", len(found))
    total = sum(found)
    texts = [str(number).strip().lower() for number in found]
    return {"total": total, "texts": texts, "mean": total / len(found), "most": Counter(texts).most_common(1),
            "pair": (math.floor(total), reverse), "first": sorted(found)[:LIMIT]}
'''
_CALLS: Final[list[dict[str, Any]]] = [
    {"plain": True, "args": [[3, "4", None, "skip", 5]], "kwargs": {}},
    {"args": ["t", ["l", ["d", "n", 1], ["d", "n", 2]], "n"], "kwargs": ["d", "reverse", True]},
    {"plain": True, "args": [["none"]], "kwargs": {}},
    {"plain": True, "args": [[]], "kwargs": {}},
]
_STREAMS: Final = ("stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__")


def practise(home: jobs.Home) -> None:
    """Do the trial job often enough, and leave nothing of it behind."""
    streams = {name: getattr(sys, name) for name in _STREAMS}
    calls = [{"call": at, "tools": {}, **call} for at, call in enumerate(_CALLS)]
    request = {"entry": "entry", "decorators": ["property"], "source": _SOURCE, "groups": [calls, calls], **_LIMITS}
    kernel = home.kernel.idle(wire.packed(request))
    trial = jobs.Home(kernel, home.confinement.with_kernel(kernel), home.closed)
    for _ in range(_ROUNDS):
        _once(trial)
    del sys.modules[OWN_MODULE]
    for name, stream in streams.items():
        setattr(sys, name, stream)


def _once(home: jobs.Home) -> None:
    confine.attach(home.kernel, 0)
    job, world = jobs.begin(home, _ORDER, _ENDS)
    submission = run.Submission(job.request)
    stage = run.Stage(submission, world, Streams(Ledger(job.request["output_bytes"], sys.exit)), wire.packed)
    run.turn(stage, job.request["groups"], first=True)
    audit.named("import", ("math",), submission.code)
