"""A type checker, kept running: what it finds in a text, or None where it gave no answer, which never reads as "nothing".

It sees the text alone: no configuration, no installed packages, no comment that asks it to look away. A server is believed
only after it said what it must about a text with known faults. Which checker it is, a `Dialect` tells.
"""

import itertools
import logging
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from code_review_env.env.analysis.binaries import find_binary, version_of
from code_review_env.env.analysis.lsp import UTF_32, LanguageClient
from code_review_env.env.analysis.respawn import Respawn
from code_review_env.env.errors import LanguageServerLost
from code_review_env.env.scoring.report import Diagnostic, Source

LOG: Final = logging.getLogger(__name__)

PYTHON: Final = "3.11"
"""The interpreter of the sandbox."""

ATTEMPTS: Final = 2
"""A server that died may have been killed for no fault of the text."""

ERROR: Final = 1
"""Severity of what a rule says; servers tell hints for editors beside it. Source: LSP 3.17, `DiagnosticSeverity`."""

_COMMENT: Final = re.compile(r"#[^\n\r]*")
_LINE_END: Final = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Place:
    """Two folders of a server: a project without files, and an environment without packages."""

    project: Path
    packages: Path

    @classmethod
    def at(cls, home: Path) -> "Place":
        """Both made under `home`."""
        place = cls(home / "project", home / "packages")
        place.project.mkdir()
        (place.packages / f"lib/python{PYTHON}/site-packages").mkdir(parents=True)
        return place

    @property
    def document(self) -> dict[str, str]:
        """The one text, whatever it holds."""
        return {"uri": (self.project / "submission.py").as_uri()}


@dataclass(frozen=True, slots=True)
class Dialect:
    """All that tells one type checker from another.

    Attributes:
        name: of the distribution, and the source of its diagnostics.
        command: starts its server; raises LinterUnavailable where it is not installed.
        look_away: pattern of one letter within a comment; another letter in its place keeps every position and takes the
            comment's meaning.
        rules: that are on; all others are off.
        furnish: writes what configuration it wants on disk, and returns its `initializationOptions`.
        canary: text with known faults.
        canary_says: their `(row, column, rule)`.
        served: texts after which a new process takes over.
        timeout_s: wall seconds for one text, the first included, after which the process is killed. Most take
            milliseconds, but on a busy machine a process waits.
    """

    name: Source
    command: Callable[[], tuple[str, ...]]
    look_away: str
    rules: tuple[str, ...]
    furnish: Callable[[Place], Mapping[str, Any]]
    canary: str
    canary_says: tuple[tuple[int, int, str], ...]
    served: int
    timeout_s: float


class TypeChecker:
    """One server process behind a queue; safe to share between threads. Close it when done.

    Attributes:
        dialect: which checker.
    """

    def __init__(self, dialect: Dialect) -> None:
        """Nothing starts before the first text.

        Raises:
            LinterUnavailable: it is not installed for this interpreter.
        """
        self.dialect = dialect
        self._command = dialect.command()
        self._queue = ThreadPoolExecutor(1, dialect.name)
        self._versions = itertools.count(1)
        self._served = 0
        self._client: LanguageClient | None = None
        self._respawn = Respawn()
        self._home = tempfile.TemporaryDirectory(prefix="type-checker-")
        self._place = Place.at(Path(self._home.name))
        self._options = dialect.furnish(self._place)
        self._letter = re.compile(dialect.look_away, re.IGNORECASE)

    @property
    def version(self) -> str:
        """Version of the binary, e.g. `0.0.108`.

        Raises:
            LinterUnavailable: it does not run.
        """
        return version_of(find_binary(self.dialect.name))

    @property
    def pid(self) -> int | None:
        """Process id of the running server, if one runs."""
        client = self._client
        return client.pid if client else None

    def begin(self, source: str) -> "Future[tuple[Diagnostic, ...] | None]":
        """Hand a text over.

        Args:
            source: a text that parses.

        Returns:
            All findings, sorted, or None where there is no answer. It never raises.
        """
        return self._queue.submit(self._check, source)

    def close(self) -> None:
        """End the process; texts that wait get no answer."""
        self._respawn.stop()
        self._queue.shutdown()
        self._drop(politely=True)
        self._home.cleanup()

    def _check(self, source: str) -> tuple[Diagnostic, ...] | None:
        text = self._attentive(source)
        self._served += 1
        if self._served % self.dialect.served == 0:
            self._drop(politely=True)
        for _ in range(ATTEMPTS):
            if self._client is None and self._respawn.due:
                self._client = self._start()
            if self._client is None:
                return None
            try:
                return self._ask(self._client, text)
            except LanguageServerLost as error:
                LOG.warning("%s gave no answer: %s", self.dialect.name, error)
                self._drop()
                if isinstance(error.__cause__, TimeoutError):
                    return None
        return None

    def _drop(self, *, politely: bool = False) -> None:
        client, self._client = self._client, None
        if client is None:
            return
        if politely:
            client.close()
        else:
            client.kill()

    def _start(self) -> LanguageClient | None:
        client = None
        try:
            client = LanguageClient(
                self._command,
                root=self._place.project.as_uri(),
                options=self._options,
                timeout_s=self.dialect.timeout_s,
            )
            opened = {**self._place.document, "languageId": "python", "version": 0, "text": ""}
            client.notify("textDocument/didOpen", {"textDocument": opened})
            found = self._ask(client, self._attentive(self.dialect.canary))
            said = tuple((one.row, one.column, one.rule) for one in found)
            if said == self.dialect.canary_says:
                self._respawn.succeeded()
                return client
            self._respawn.stop()
            LOG.warning("%s does not say what it must about a known text: %s", self.dialect.name, said)
        except LanguageServerLost as error:
            self._respawn.failed()
            LOG.warning("%s does not start: %s", self.dialect.name, error)
        if client is not None:
            client.kill()
        return None

    def _ask(self, client: LanguageClient, text: str) -> tuple[Diagnostic, ...]:
        version = {**self._place.document, "version": next(self._versions)}
        client.notify("textDocument/didChange", {"textDocument": version, "contentChanges": [{"text": text}]})
        answer = client.request("textDocument/diagnostic", {"textDocument": self._place.document})
        try:
            return tuple(sorted(self._told(answer, _LINE_END.split(text), client.encoding)))
        except (AttributeError, IndexError, KeyError, TypeError, UnicodeDecodeError) as error:
            message = "the language server's answer is none"
            raise LanguageServerLost(message) from error

    def _attentive(self, source: str) -> str:
        """The source with all that would silence the checker spelled wrong."""
        return _COMMENT.sub(lambda comment: self._letter.sub("x", comment[0]), source)

    def _told(self, answer: Mapping[str, Any], lines: Sequence[str], encoding: str) -> Iterator[Diagnostic]:
        for item in answer["items"]:
            if item["severity"] != ERROR:
                continue
            (row, column), (end_row, end_column) = (
                _position(item["range"][side], lines, encoding) for side in ("start", "end")
            )
            yield Diagnostic(
                row=row,
                column=column,
                rule=item["code"],
                message=str(item["message"]).partition("\n")[0],  # what follows tells folders of this machine
                source=self.dialect.name,
                end_row=end_row,
                end_column=end_column,
            )


def _position(place: Mapping[str, int], lines: Sequence[str], encoding: str) -> tuple[int, int]:
    """Row and column from 1, the column in code points, of a place that counts from 0 and maybe in UTF-16 units."""
    row, column = place["line"], place["character"]
    if encoding != UTF_32:
        column = len(lines[row].encode("utf-16-le")[: 2 * column].decode("utf-16-le"))
    return row + 1, column + 1
