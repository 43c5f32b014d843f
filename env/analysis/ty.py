"""The type checker, kept running: what ty finds in a text, or None where it gave no answer, which never reads as "nothing".

No reward of a task depends on it. It sees the text alone: no configuration, no installed packages, no comment that asks it
to look away. A server is believed only after it said what it must about a text with known faults.
"""

import itertools
import logging
import re
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from code_review_env.env.analysis.binaries import find_binary, version_of
from code_review_env.env.analysis.lsp import UTF_32, LanguageClient
from code_review_env.env.analysis.respawn import Respawn
from code_review_env.env.errors import LanguageServerLost
from code_review_env.env.scoring.report import Diagnostic

LOG: Final = logging.getLogger(__name__)

PYTHON: Final = "3.11"
"""The interpreter of the sandbox."""

TIMEOUT_S: Final = 5.0
"""Wall seconds for one text, which usually takes milliseconds: on a busy machine a process waits."""

ATTEMPTS: Final = 2
"""A server that died may have been killed for no fault of the text."""

RULES: Final = (
    *("conflicting-declarations", "cyclic-class-definition", "duplicate-base", "import-not-found"),
    *("inconsistent-mro", "index-out-of-bounds", "invalid-argument-type", "invalid-assignment", "invalid-await"),
    *(
        "invalid-base",
        "invalid-context-manager",
        "invalid-exception-caught",
        "invalid-explicit-return",
        "invalid-implicit-return",
    ),
    *("invalid-parameter-default", "invalid-raise", "invalid-type-form", "missing-argument", "missing-attribute"),
    *("missing-module-member", "missing-union-attribute", "no-matching-overload", "not-callable", "not-iterable"),
    *(
        "not-subscriptable",
        "parameter-already-assigned",
        "positional-only-parameter-as-kwarg",
        "too-many-positional-arguments",
    ),
    *("unknown-argument", "unresolved-reference", "unsupported-bool-conversion", "unsupported-operator"),
    "zero-stepsize-in-slice",
)
"""Faults of code without declarations of classes or types, as tasks have it; all others are off."""

SERVED: Final = 2000
"""Texts after which a new server takes over: ty keeps some 6 KB of each."""

_LOOK_AWAY: Final = re.compile(r"(#[^\n]*\b)t(?=y\s*:\s*ignore\b)", re.IGNORECASE)
"""ty has no switch for comments of its own. One letter changed keeps every position and takes their meaning."""

CANARY: Final = (
    "import ty\n\n\ndef f(text: str) -> int:\n    '\U0001f40d'; text.nope\n    return nowhere  # ty: ignore\n\n\n"
    "number: int = ''  # type: ignore\n"
)
"""Faults behind an astral character and behind comments; one names a package that is installed wherever ty is."""

CANARY_SAYS: Final = (
    (1, 8, "import-not-found"),
    (5, 10, "missing-attribute"),
    (6, 12, "unresolved-reference"),
    (9, 15, "invalid-assignment"),
)


class Ty:
    """One server process behind a queue; safe to share between threads. Close it when done.

    Attributes:
        path: the binary.
    """

    def __init__(self, path: Path, timeout_s: float = TIMEOUT_S) -> None:
        """Nothing starts before the first text.

        Args:
            path: the binary.
            timeout_s: wall seconds for one text, after which the process is killed.
        """
        self.path = path
        self._timeout_s = timeout_s
        self._queue = ThreadPoolExecutor(1, "ty")
        self._versions = itertools.count(1)
        self._served = 0
        self._client: LanguageClient | None = None
        self._respawn = Respawn()
        self._home = tempfile.TemporaryDirectory(prefix="type-checker-")
        self._place = _Place.furnished(Path(self._home.name))

    @classmethod
    def installed(cls) -> "Ty":
        """The pinned one.

        Raises:
            LinterUnavailable: ty is not installed for this interpreter.
        """
        return cls(find_binary("ty"))

    @property
    def version(self) -> str:
        """Version of the binary, e.g. `0.0.108`.

        Raises:
            LinterUnavailable: it does not run.
        """
        return version_of(self.path)

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
        text = _LOOK_AWAY.sub(r"\1x", source)
        self._served += 1
        if self._served % SERVED == 0:
            self._drop(politely=True)
        for _ in range(ATTEMPTS):
            if self._client is None and self._respawn.due:
                self._client = self._start()
            if self._client is None:
                return None
            try:
                return self._ask(self._client, text)
            except LanguageServerLost as error:
                LOG.warning("ty gave no answer: %s", error)
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
                (str(self.path), "server"),
                root=self._place.project.as_uri(),
                options=options(self._place.packages),
                timeout_s=self._timeout_s,
            )
            opened = {**self._place.document, "languageId": "python", "version": 0, "text": ""}
            client.notify("textDocument/didOpen", {"textDocument": opened})
            said = tuple((one.row, one.column, one.rule) for one in self._ask(client, _LOOK_AWAY.sub(r"\1x", CANARY)))
            if client.encoding == UTF_32 and said == CANARY_SAYS:
                self._respawn.succeeded()
                return client
            self._respawn.stop()
            LOG.warning("ty does not say what it must about a known text: %s", said)
        except LanguageServerLost as error:
            self._respawn.failed()
            LOG.warning("ty does not start: %s", error)
        if client is not None:
            client.kill()
        return None

    def _ask(self, client: LanguageClient, text: str) -> tuple[Diagnostic, ...]:
        version = {**self._place.document, "version": next(self._versions)}
        client.notify("textDocument/didChange", {"textDocument": version, "contentChanges": [{"text": text}]})
        answer = client.request("textDocument/diagnostic", {"textDocument": self._place.document})
        try:
            return tuple(sorted(_diagnostics(answer)))
        except (AttributeError, KeyError, TypeError) as error:
            message = "the language server's answer is none"
            raise LanguageServerLost(message) from error


ERROR: Final = 1
"""Severity of what a rule says. ty tells hints for editors beside it. Source: LSP 3.17, `DiagnosticSeverity`."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Two folders: a project without files, and an environment without packages.

    Without a project ty reads the settings above its folder, without an environment it looks into the one that it is
    installed in.
    """

    project: Path
    packages: Path

    @classmethod
    def furnished(cls, home: Path) -> "_Place":
        place = cls(home / "project", home / "packages")
        place.project.mkdir()
        (place.project / "ty.toml").touch()
        (place.packages / "bin").mkdir(parents=True)
        (place.packages / f"lib/python{PYTHON}/site-packages").mkdir(parents=True)
        (place.packages / "pyvenv.cfg").write_text(f"home = {place.packages}/bin\nversion_info = {PYTHON}\n", "utf-8")
        return place

    @property
    def document(self) -> dict[str, str]:
        """The one text, whatever it holds."""
        return {"uri": (self.project / "submission.py").as_uri()}


def options(packages: Path) -> Mapping[str, Any]:
    """`initializationOptions`: the rules by name, and the only place to import from."""
    rules = {"all": "ignore", **dict.fromkeys(RULES, "error")}
    configuration = {
        "environment": {"python": str(packages), "python-version": PYTHON, "python-platform": "linux"},
        "analysis": {"respect-type-ignore-comments": False},
        "rules": rules,
    }
    return {"configuration": configuration, "diagnosticMode": "openFilesOnly"}


def _diagnostics(answer: Mapping[str, Any]) -> Iterator[Diagnostic]:
    for item in answer["items"]:
        if item["severity"] != ERROR:
            continue
        start, end = item["range"]["start"], item["range"]["end"]
        yield Diagnostic(
            row=start["line"] + 1,
            column=start["character"] + 1,
            rule=item["code"],
            message=str(item["message"]).partition("\n")[0],  # what follows tells folders of this machine
            source="ty",
            end_row=end["line"] + 1,
            end_column=end["character"] + 1,
        )
