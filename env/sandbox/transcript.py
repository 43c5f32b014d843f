"""Turn what children claimed into outcomes; whatever is missing, doubled or malformed is a lost call, never an error."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from code_review_env.env.sandbox.codec import is_sound
from code_review_env.env.sandbox.frames import Frame
from code_review_env.env.sandbox.program import EntryFacts, Outcome, Processes, Spawn, Tree

_TEXT: Final = 4_096
_DETAIL: Final = 300
_EVENTS: Final = 64
LOST: Final = Outcome(kind="lost")


class Transcript:
    """What is known of one program so far.

    Attributes:
        calls: global call number -> outcome.
        facts: the entry point after the first import.
        events: dynamic-code events in the order seen.
        groups: groups of the current child whose import was reported.
        armed: the current child had reached the submission.
        done: the current child reported its end.
        memory: an allocation failed.
        overlong: a result did not fit into a frame.
        detail: why the import failed, or "".
        fault: what kept the current child from beginning, or "".
    """

    def __init__(self, calls: int) -> None:
        self.calls: dict[int, Outcome] = {}
        self.facts: EntryFacts | None = None
        self.events: dict[str, None] = {}
        self.groups = 0
        self.armed = self.done = self.memory = self.overlong = False
        self.detail = self.fault = ""
        self._expected = range(calls)

    def absorb(self, frames: Iterable[Frame]) -> None:
        """Read all frames of one more child."""
        self.groups = 0
        self.armed = self.done = False
        for frame in frames:
            self._take(frame)

    def _take(self, frame: Frame) -> None:
        kind = frame.get("kind")
        if kind == "armed":
            self.armed = True
        elif kind == "fault" and not self.armed:
            self.fault = _line(frame.get("detail"))
        elif kind == "imported":
            self.groups += 1
            if self.facts is None and isinstance(frame.get("facts"), dict):
                self.facts = _facts(frame["facts"])
        elif kind == "import_error":
            self.detail = _line(frame.get("detail")) or "import failed"
            self.memory = self.memory or frame.get("memory") is True
        elif kind == "call":
            self._call(frame)
        elif kind == "dynamic" and len(self.events) < _EVENTS:
            self.events[_line(frame.get("event"))] = None
        elif kind == "too_large":
            self.overlong = True
        elif kind == "done":
            self.done = True

    def _call(self, frame: Frame) -> None:
        number, how = frame.get("call"), frame.get("how")
        if type(number) is not int or number not in self._expected or number in self.calls:
            return
        self.memory = self.memory or frame.get("memory") is True
        if how == "value" or how == "raise":  # noqa: PLR1714 - two comparisons narrow the type
            self.calls[number] = Outcome(
                kind=how,
                value=_tree(frame.get("value")) if how == "value" else None,
                error=_text(frame.get("error")) if how == "raise" else "",
                message=_text(frame.get("message")),
                fields=_tree(frame.get("fields")),
                raised_by_source=frame.get("by_source") is True,
                args_after=_tree(frame.get("args")),
                stdout=_text(frame.get("stdout"), None),
            )


def processes(reports: Iterable[Frame]) -> dict[int, Processes]:
    """Call number -> what the broker saw."""
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


def _text(raw: object, limit: int | None = _TEXT) -> str:
    return raw[:limit] if isinstance(raw, str) else ""


def _line(raw: object) -> str:
    """One printable line."""
    text = _text(raw, _DETAIL)
    return "".join(character if character.isprintable() else " " for character in text)
