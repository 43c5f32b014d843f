"""The linter as a process that stays: the answers of the command line at a fraction of its cost.

A server is believed only after it said the same as the command line about a text that breaks every stage's rules. Whatever
it cannot be trusted with goes to the command line: texts with a suppression comment, which servers always obey, texts
that start with a byte order mark, and texts that it died of or was silent about.
"""

import itertools
import logging
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from code_review_env.env.analysis.lsp import UTF_32, LanguageClient
from code_review_env.env.analysis.respawn import Respawn
from code_review_env.env.analysis.ruff import LINE_LENGTH, TARGET, Ruff
from code_review_env.env.errors import LanguageServerLost
from code_review_env.env.scoring.report import Diagnostic

LOG: Final = logging.getLogger(__name__)

SUPPRESSION: Final = re.compile("noqa|ruff|flake8|isort", re.IGNORECASE)
"""A part of every comment that ruff obeys; far too wide on purpose, since a miss would be a wrong score."""

BYTE_ORDER_MARK: Final = "\ufeff"
"""A server counts it as a column of the first line; the command line does not."""

ROOT: Final = "file:///proc/nowhere"
"""A folder that nobody can create, so that no configuration can lie in it."""

DISPLAY_ONLY: Final = " (suggestion)"
"""Added to the title of a fix that is never applied, but not below the message."""

MAX_LANES: Final = 12
"""Processes at most; the curriculum needs one a stage."""

CANARY: Final = (
    "import os\nimport subprocess\nimport time\nsubprocess.run('ls', shell=True)\n\n\ndef f(x):\n"
    + "".join(f"    if x == {number}:\n        return '\U0001f40d{number}' ; l = None\n" for number in range(12))
    + "\n\nasync def slowSum(rows):\n    '\U0001f40d' ; found = [] ; time.sleep(1)\n    for row in rows:\n"
    "        found.append(row * 2)\n    try:\n        '\U0001f40d' ; raise open('x')\n    except:\n        pass\n"
    "    return '\U0001f40d', f'{QUERY} WHERE a = {rows}'\n"
).replace("{QUERY}", "SELECT a FROM t")
"""Breaks rules of every stage, also at ruff's own complexity limit of 10, with columns behind astral characters."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What one server process is started with."""

    select: tuple[str, ...]
    max_complexity: int | None

    def options(self) -> Mapping[str, Any]:
        """`initializationOptions` that equal the flags of the command line."""
        limit = {} if self.max_complexity is None else {"mccabe": {"max-complexity": self.max_complexity}}
        configuration = {
            "line-length": LINE_LENGTH,
            "target-version": TARGET,
            "lint": {"select": list(self.select), **limit},
        }
        return {"settings": {"configuration": configuration, "configurationPreference": "editorOnly"}}


class Lane:
    """One server process for one set of rules, restarted when it is lost. One text at a time."""

    def __init__(self, cli: Ruff, rules: Rules) -> None:
        """Nothing starts before the first text."""
        self._cli = cli
        self._rules = rules
        self._turn = threading.Lock()
        self._versions = itertools.count(1)
        self._client: LanguageClient | None = None
        self._respawn = Respawn()

    @property
    def pid(self) -> int | None:
        """Process id of the running server, if one runs."""
        client = self._client
        return client.pid if client else None

    def lint(self, source: str) -> tuple[Diagnostic, ...] | None:
        """All findings, sorted, or None where the command line has to be asked.

        Raises:
            LinterUnavailable: the command line, which a new server is compared with, failed twice.
        """
        with self._turn:
            if self._client is None and self._respawn.due:
                self._client = self._start()
            if self._client is None:
                return None
            try:
                return self._ask(self._client, source)
            except LanguageServerLost:
                self._client.kill()
                self._client = None
                return None

    def close(self) -> None:
        """End the process; later texts are for the command line."""
        with self._turn:
            self._respawn.stop()
            if self._client is not None:
                self._client.close()
            self._client = None

    def _start(self) -> LanguageClient | None:
        expected = self._cli.lint(CANARY, select=self._rules.select, max_complexity=self._rules.max_complexity)
        command = (str(self._cli.path), "server")
        client = None
        try:
            client = LanguageClient(command, root=ROOT, options=self._rules.options(), timeout_s=self._cli.timeout_s)
            if expected and client.encoding == UTF_32 and self._ask(client, CANARY) == expected:
                self._respawn.succeeded()
                return client
            self._respawn.stop()
            LOG.warning("the ruff server for %s does not say what the command line says", self._rules.select)
        except LanguageServerLost as error:
            self._respawn.failed()
            LOG.warning("no ruff server for %s: %s", self._rules.select, error)
        if client is not None:
            client.kill()
        return None

    def _ask(self, client: LanguageClient, source: str) -> tuple[Diagnostic, ...] | None:
        version = next(self._versions)
        name = {"uri": f"{ROOT}/{version}/submission.py"}
        document = {**name, "languageId": "python", "version": version, "text": source}
        client.notify("textDocument/didOpen", {"textDocument": document})
        answer = client.request("textDocument/diagnostic", {"textDocument": name})
        client.notify("textDocument/didClose", {"textDocument": name})
        try:
            found = tuple(sorted(_diagnostics(answer)))
        except (AttributeError, KeyError, TypeError) as error:
            message = "the language server's answer is none"
            raise LanguageServerLost(message) from error
        # Names from the text stand in messages: with a line break left, it is not certain where the message ended.
        return None if any("\n" in one.message for one in found) else found


class RuffServer:
    """The same function as `Ruff`, fast; safe to share between threads. Close it when done.

    Attributes:
        cli: asked for what the servers are not trusted with.
    """

    def __init__(self, cli: Ruff) -> None:
        """Nothing starts before the first text."""
        self.cli = cli
        self._lock = threading.Lock()
        self._lanes: dict[Rules, Lane] = {}
        self._closed = False

    @property
    def version(self) -> str:
        """Version of the binary, e.g. `0.17.6`.

        Raises:
            LinterUnavailable: it does not run.
        """
        return self.cli.version

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of the running servers."""
        with self._lock:
            lanes = tuple(self._lanes.values())
        return tuple(pid for lane in lanes if (pid := lane.pid) is not None)

    def lint(self, source: str, *, select: tuple[str, ...], max_complexity: int | None = None) -> tuple[Diagnostic, ...]:
        """All findings of the selected rules, sorted by position; equal to the answer of `Ruff.lint`.

        Args:
            source: any text that UTF-8 can encode.
            select: rule codes or prefixes.
            max_complexity: McCabe limit for C901, or None for ruff's own.

        Raises:
            LinterUnavailable: the server failed and then the command line failed twice.
        """
        apart = source.startswith(BYTE_ORDER_MARK) or SUPPRESSION.search(source)
        lane = None if apart else self._lane(Rules(select, max_complexity))
        found = lane.lint(source) if lane else None
        return self.cli.lint(source, select=select, max_complexity=max_complexity) if found is None else found

    def close(self) -> None:
        """End all servers. Later questions are answered by the command line."""
        with self._lock:
            self._closed = True
            lanes = tuple(self._lanes.values())
        for lane in lanes:
            lane.close()

    def _lane(self, rules: Rules) -> Lane | None:
        with self._lock:
            if rules not in self._lanes and len(self._lanes) < MAX_LANES and not self._closed:
                self._lanes[rules] = Lane(self.cli, rules)
            return self._lanes.get(rules)


def _diagnostics(answer: Mapping[str, Any]) -> Iterator[Diagnostic]:
    for item in answer["items"]:
        start, end = item["range"]["start"], item["range"]["end"]
        yield Diagnostic(
            row=start["line"] + 1,
            column=start["character"] + 1,
            rule=item["code"],
            message=_message(item),
            source="ruff",
            end_row=end["line"] + 1,
            end_column=end["character"] + 1,
        )


def _message(item: Mapping[str, Any]) -> str:
    """The message as the command line gives it, which has the title of the fix apart."""
    title = str((item.get("data") or {}).get("title")).removesuffix(DISPLAY_ONLY)
    return str(item["message"]).removesuffix(f"\n\nhelp: {title}")
