"""Turn what children claimed into outcomes; whatever is missing, doubled or malformed is a lost call, never an error."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final

from code_review_env.env.sandbox.codec import equal, is_sound
from code_review_env.env.sandbox.frames import Frame, Known
from code_review_env.env.sandbox.program import EntryFacts, Outcome, Processes, Spawn, Tree

_AGAIN: Final = "the module was imported once, and could not be imported again"
_TEXT: Final = 4_096
_DETAIL: Final = 300
_MOST_ROWS: Final = 65_536
"""No source has more lines than bytes."""
EVENTS: Final = frozenset(
    {
        "code.__new__",
        "compile",
        "ctypes",
        "exec",
        "function.__new__",
        "marshal.load",
        "marshal.loads",
        "object.__setattr__:__code__",
        "object.__setattr__:__defaults__",
        "object.__setattr__:__kwdefaults__",
        "pickle.find_class",
        "sys.setprofile",
        "sys.settrace",
    }
)
"""What a child may report as dynamic code, as in the zygote's `audit`: another name would be words of its own."""
LOST: Final = Outcome(kind="lost")


class Transcript:
    """What is known of one program so far.

    An honest child reports in one order alone, so a frame out of turn was forged; from then on nothing counts.

    Attributes:
        facts: the entry point after the first import.
        events: dynamic-code events in the order seen.
        groups: groups of the current turn whose import was reported.
        quiet: the child holds inputs that are not shown, and could quote them: no words of its own are kept.
        armed: the current child had reached the submission.
        done: the current turn was reported to its end.
        memory: an allocation failed.
        overlong: a result did not fit into a frame.
        forged: a frame came out of turn.
        detail: why the import failed, or "".
        fault: what kept the current child from beginning, or "".
    """

    def __init__(self, sent: Callable[[int], Tree]) -> None:
        """Nothing is known yet.

        Args:
            sent: the arguments of a call by its number.
        """
        self._sent = sent
        self.facts: EntryFacts | None = None
        self.events: dict[str, None] = {}
        self.groups = 0
        self.quiet = False
        self.armed = self.done = self.memory = self.overlong = self.forged = False
        self.detail = self.fault = ""
        self._calls: dict[int, Outcome] = {}
        self._pending: list[list[int]] = []
        self._due: list[int] = []

    def outcome(self, number: int) -> Outcome:
        """What the call with this global number did."""
        return LOST if self.forged else self._calls.get(number, LOST)

    def begin(self) -> None:
        """From here on another child speaks."""
        self.armed = False

    def absorb(self, frames: Iterable[Frame | Known], groups: list[list[int]], *, quiet: bool = False) -> None:
        """Read all frames of one more turn, for which the child was given these groups of calls by number."""
        self.groups, self.quiet, self.done = 0, quiet, False
        self._pending, self._due = groups, []
        for frame in frames:
            self.forged = self.forged or not self._take(frame)

    def _take(self, frame: Frame | Known) -> bool:
        """Take one frame in; False when it is not its turn."""
        if isinstance(frame, Known):
            return self._recognise(frame)
        kind = frame.get("kind")
        take = self._TURNS.get(kind) if isinstance(kind, str) else None
        return take is not None and take(self, frame)

    def _arm(self, _frame: Frame) -> bool:
        first, self.armed = not self.armed, True
        return first

    def _fail(self, frame: Frame) -> bool:
        self.fault = "" if self.armed else _line(frame.get("detail"))
        return not self.armed

    def _import(self, frame: Frame) -> bool:
        number = self.groups
        if not self.armed or self._due or self.done or number >= len(self._pending) or frame.get("group") != number:
            return False
        self.groups += 1
        self._due = list(self._pending[number])
        if self.facts is None and not self.quiet and isinstance(frame.get("facts"), dict):
            self.facts = _facts(frame["facts"])
        return True

    def _fail_import(self, frame: Frame) -> bool:
        self.detail = _AGAIN if self.quiet else _line(frame.get("detail")) or "import failed"
        self.memory = self.memory or frame.get("memory") is True
        return not self._due and not self.done

    def _event(self, frame: Frame) -> bool:
        name = frame.get("event")
        if not isinstance(name, str) or name not in EVENTS:
            return False
        self.events[name] = None
        return True

    def _end(self, _frame: Frame) -> bool:
        first, self.done = not self.done, True
        return first and self.groups == len(self._pending) and not self._due

    def _recognise(self, frame: Known) -> bool:
        if not isinstance(frame.content, Outcome) or not self._due or frame.call != self._due.pop(0):
            return False
        self._calls[frame.call] = frame.content
        return True

    def _call(self, frame: Frame) -> bool:
        number, how = frame.get("call"), frame.get("how")
        if type(number) is not int or not self._due or number != self._due.pop(0):
            return False
        self.memory = self.memory or frame.get("memory") is True
        if how == "value" or how == "raise":  # noqa: PLR1714 - two comparisons narrow the type
            self._calls[number] = Outcome(
                kind=how,
                value=_tree(frame.get("value")) if how == "value" else None,
                error=_text(frame.get("error")) if how == "raise" else "",
                message=_text(frame.get("message")),
                fields=_tree(frame.get("fields")),
                raised_by_source=frame.get("by_source") is True,
                args_after=self._changed(number, _tree(frame.get("args"))),
                stdout=_text(frame.get("stdout"), None),
                lines=_rows(frame.get("lines")),
                seen=_tree(frame.get("seen")),
                raw=frame.get("raw", b""),
            )
        else:
            self.overlong = True
        return True

    def _changed(self, number: int, args: Tree) -> Tree:
        """The arguments after a call, None for those that are as they were sent, whichever way the child said so."""
        return None if args is None or equal(self._sent(number), args, exact_floats=True) else args

    _TURNS: ClassVar[Mapping[str, Callable[["Transcript", Frame], bool]]] = {
        "armed": _arm,
        "fault": _fail,
        "imported": _import,
        "import_error": _fail_import,
        "call": _call,
        "too_large": _call,
        "dynamic": _event,
        "done": _end,
    }
    """Kind of a frame -> what takes it in."""


def processes(reports: Iterable[Frame]) -> dict[int, Processes]:
    """Call number -> what the broker saw. The broker is ours, so its reports are taken as they are."""
    found: dict[int, Processes] = {}
    for report in reports:
        number = report.get("call")
        if type(number) is int:
            found[number] = Processes(
                spawns=tuple(_spawn(spawn) for spawn in report.get("spawns", [])),
                shell=report.get("shell") is True,
                files=tuple((str(path), content) for path, content in report.get("files", [])),
                refused=tuple(str(name) for name in report.get("refused", [])),
            )
    return found


def _spawn(spawn: Mapping[str, Any]) -> Spawn:
    return Spawn(
        argv=tuple(spawn["argv"]),
        exe=spawn["exe"],
        cwd=spawn["cwd"],
        env=tuple((name, value) for name, value in spawn["env"]),
        stdin=spawn["stdin"],
        via="sh" if spawn["via"] == "sh" else "py",
    )


def _facts(raw: Mapping[str, Any]) -> EntryFacts:
    line, defaults, decorators = raw.get("first_line"), raw.get("defaults"), raw.get("decorators")
    return EntryFacts(
        kind=_text(raw.get("kind")),
        first_line=line if type(line) is int else 0,
        defaults={name: _tree(value) for name, value in defaults.items()} if isinstance(defaults, dict) else {},
        decorators=tuple(map(_tree, decorators)) if isinstance(decorators, list) else (),
    )


def _tree(raw: object) -> Tree:
    return raw if is_sound(raw) else ["?", "unreadable"]


def _rows(raw: object) -> tuple[int, ...]:
    """Line numbers, and nothing else that a child might put in their place."""
    return tuple(sorted({row for row in raw if type(row) is int and 0 < row <= _MOST_ROWS})) if isinstance(raw, list) else ()


def _text(raw: object, limit: int | None = _TEXT) -> str:
    return raw[:limit] if isinstance(raw, str) else ""


def _line(raw: object) -> str:
    """One printable line."""
    text = _text(raw, _DETAIL)
    return "".join(character if character.isprintable() else " " for character in text)
