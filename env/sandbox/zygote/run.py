"""One job inside the confined child: import the submission, make the calls, report each as it ends."""

import asyncio
import gc
import marshal
import random
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from types import AsyncGeneratorType, CodeType, CoroutineType, ModuleType
from typing import Any, Final

import audit
import codec
import facts
import inputs
import objects
import outcome
from lines import Lines
from objects import OWN_MODULE
from probes import Probe
from streams import Ledger, Streams
from wire import Send, packed
from world import World

_FILE: Final = "submission.py"
_UNWATCHED: Final = nullcontext()
_DUMPS: Final = marshal.dumps
_FORMAT: Final = 2
"""Of marshal: the newest one whose bytes depend on values alone."""
_EVENTS: Final = {name: packed({"kind": "dynamic", "event": name}) for name in audit.NAMES}
"""Name of a dynamic-code event -> the frame that reports it."""
EXIT_OUTPUT: Final = 78
"""Exit status of a child that spent its output."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Job:
    """What the child needs besides the request itself.

    Attributes:
        request: the parent's JSON.
        descriptor: where frames go.
        send: writes one frame there.
        leave: ends the process at once.
        ask: waits for the next turn: more groups, which the process knows nothing of before.
    """

    request: Json
    descriptor: int
    send: Send
    leave: Callable[[int], None]
    ask: Callable[[], Json]


class Submission:
    """A compiled source that can be imported again and again."""

    def __init__(self, request: Json) -> None:
        self.entry: str = request["entry"]
        self.decorators: list[str | None] = request["decorators"]
        self.code: CodeType = compile(request["source"], _FILE, "exec", dont_inherit=True)
        self.own = frozenset(id(code) for code in audit.nested(self.code))
        self._random: bool = "random" in request["source"]

    def load(self) -> dict[str, Any]:
        """A fresh module namespace. Whatever the module raises passes through."""
        if self._random:  # the state of a fresh process is that of seed 0 already
            random.seed(0)
        module = ModuleType(OWN_MODULE)
        vars(module)["__builtins__"] = sys.modules["builtins"]
        vars(module)["__file__"] = _FILE
        sys.modules[OWN_MODULE] = module
        exec(self.code, vars(module))  # noqa: S102 - this is what the confinement is for
        return vars(module)

    def fault(self, error: BaseException) -> str:
        """One line about an exception, e.g. `ValueError: no (line 3)`."""
        kind = objects.type_name(error).removeprefix("builtins.")
        line = error.lineno if isinstance(error, SyntaxError) else outcome.line(error, self.own)
        text = f"{kind}: {outcome.message(error)}".splitlines()[0]
        return f"{text} (line {line})" if line else text


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the calls of one job are made.

    Attributes:
        submission: the code.
        world: its outside.
        streams: its standard streams.
        send: writes one frame.
        lines: what watches the lines of each call, where that was asked for.
        probe: what its calls are watched for, None for nothing.
    """

    submission: Submission
    world: World
    streams: Streams
    send: Send
    lines: Lines | None = None
    probe: Probe | None = None


def perform(job: Job, world: World) -> None:
    """Run every group of the request, in order, and report."""
    request = job.request
    try:
        submission = Submission(request)
    except Exception as error:  # noqa: BLE001 - whatever the compiler makes of a hostile text is the text's doing
        job.send({"kind": "import_error", "detail": f"{type(error).__name__}: {error}"})
        return
    streams = Streams(Ledger(request["output_bytes"], lambda: job.leave(EXIT_OUTPUT)))
    lines = Lines(submission.own) if request.get("trace") else None
    watched = request["world"]["probe"]
    probe = world.probe(watched, submission.own) if watched else None
    stage = Stage(submission, world, streams, job.send, lines, probe)
    job.send({"kind": "armed"})
    _watch(job, submission.code)
    gc.freeze()
    message = request
    while turn(stage, message["groups"], first=message is request):
        job.send({"kind": "done"})
        if message["last"]:
            return
        message = job.ask()


def turn(stage: Stage, groups: list[list[Json]], *, first: bool) -> bool:
    """Run the groups of one turn; False when the module could not be imported."""
    return all(_group(stage, number, group, described=first and number == 0) for number, group in enumerate(groups))


def _watch(job: Job, code: CodeType) -> None:
    allowed = frozenset(map(str, job.request["allowed"]))
    enforce = job.request["audit"] == "enforce"
    sys.addaudithook(audit.hook(code, allowed, _EVENTS, job.descriptor, enforce=enforce))


def _group(stage: Stage, number: int, group: list[Json], *, described: bool) -> bool:
    """Run one group; False when the module could not be imported."""
    submission = stage.submission
    stage.streams.begin()
    stage.world.begin()
    try:
        namespace = submission.load()
    except BaseException as error:  # noqa: BLE001 - SystemExit and KeyboardInterrupt at import are outcomes too
        memory = issubclass(type(error), MemoryError)
        stage.send({"kind": "import_error", "detail": submission.fault(error), "memory": memory})
        return False
    stage.send({"kind": "imported", "group": number, "facts": _facts(submission, namespace) if described else None})
    for call in group:
        stage.send(_call(stage, namespace, call))
    return True


def _facts(submission: Submission, namespace: dict[str, Any]) -> Json:
    try:
        return facts.describe(namespace, submission.entry, submission.decorators)
    except BaseException:  # noqa: BLE001 - a default or decorator may run code of the submission when it is read
        return {}


def _call(stage: Stage, namespace: dict[str, Any], call: Json) -> Json:
    """Make one call and describe it as a frame, which leaves out what is usual."""
    args, kwargs = call["args"], call["kwargs"]
    image = None
    if "plain" in call:
        image = _image((args, kwargs))
    else:
        args, kwargs = inputs.decode(args), inputs.decode(kwargs)
    streams = stage.streams
    streams.begin()
    limit = sys.getrecursionlimit()
    stage.world.begin_call(call["call"], call["tools"])
    probe = stage.probe
    if probe is not None:
        args, kwargs = probe.begin(args, kwargs)
    frame: Json = {"call": call["call"], "kind": "call"}
    try:
        with stage.lines or _UNWATCHED:
            value = _value(_entry(namespace, stage.submission.entry)(*args, **kwargs))
            frame["how"], frame["value"] = "value", objects.encode(value if probe is None else probe.plain(value))
    except BaseException as error:  # noqa: BLE001 - whatever leaves the call is its outcome
        sys.setrecursionlimit(limit)
        frame["how"] = "raise"
        frame.update(outcome.report(error, stage.submission.own))
        if issubclass(type(error), MemoryError):
            frame["memory"] = True
        if probe is not None:
            probe.caught(error)
    sys.setrecursionlimit(limit)
    if probe is not None:
        frame["seen"] = probe.end()
        args, kwargs = probe.plain(args), probe.plain(kwargs)
    if image is None or _image((args, kwargs)) != image:
        frame["args"] = _after(tuple(args), kwargs)
    written = streams.text
    if written:
        frame["stdout"] = written
    if stage.lines:
        frame["lines"] = stage.lines.taken()
    stage.world.end_call(call["call"])  # last: encoding may run code of the submission, which is part of the call
    return frame


def _image(plain: Any) -> bytes | None:
    """Bytes that differ when the values do, None where some value is not plain any more."""
    try:
        return _DUMPS(plain, _FORMAT)
    except ValueError:
        return None


def _entry(namespace: dict[str, Any], name: str) -> Callable[..., Any]:
    if name not in namespace:
        message = f"name {name!r} is not defined"
        raise NameError(message, name=name)
    entry: Callable[..., Any] = namespace[name]
    return entry


def _value(result: Any) -> Any:
    """The result itself, or what it gives once its coroutine or asynchronous generator has run."""
    if type(result) is CoroutineType:
        return asyncio.run(result)
    if type(result) is AsyncGeneratorType:
        return iter(asyncio.run(_collect(result)))
    return result


async def _collect(source: AsyncGeneratorType[Any, Any]) -> list[Any]:
    found: list[Any] = []
    async for item in source:
        found.append(item)
        if len(found) > codec.Bounds().drained:
            break
    return found


def _after(args: tuple[Any, ...], kwargs: dict[str, Any]) -> codec.Tree:
    try:
        return objects.encode((args, kwargs))
    except BaseException:  # noqa: BLE001 - an iterator put into an argument may raise when drained
        return ["?", "arguments"]
