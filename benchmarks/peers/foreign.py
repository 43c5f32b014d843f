"""Peers that bring packages of their own, which go into a folder of the benchmark and never into our environment."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from code_review_env.benchmarks.corpus import Submission
from code_review_env.benchmarks.peers.expected import answers

_DRIVERS: Final = Path(__file__).parent / "drivers"
_INSTALL_S: Final = 300


class NotRunnable(Exception):
    """The peer does not install or does not start here; the message says why."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """One peer.

    Attributes:
        name: how tables call it.
        driver: script that speaks for it, see `Driver`.
        packages: exact pins.
        dependencies: install those of the packages as well.
        alone: our own environment is out of its sight.
    """

    name: str
    driver: str
    packages: tuple[str, ...]
    dependencies: bool = False
    alone: bool = False

    @contextmanager
    def running(self, home: Path) -> Iterator["Driver"]:
        """The peer, installed below `home` and started.

        Raises:
            NotRunnable: it does not install, or does not start.
        """
        folder = self._installed(home)
        switches = ("-s", "-P", "-S") if self.alone else ("-s", "-P")
        process = subprocess.Popen(
            [sys.executable, *switches, str(_DRIVERS / self.driver)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=(folder / "driver.log").open("wb"),
            env={"PATH": os.defpath, "HOME": str(folder), "PYTHONPATH": str(folder)},
            text=True,
        )
        try:
            yield Driver(self.name, process, folder / "driver.log")
        finally:
            process.kill()
            process.communicate()

    def _installed(self, home: Path) -> Path:
        folder = home / Path(self.driver).stem
        stamp = folder / "installed"
        if stamp.is_file() and stamp.read_text("utf-8") == " ".join(self.packages):
            return folder
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-compile",
            "--upgrade",
        ]
        extent = [] if self.dependencies else ["--no-deps"]
        try:
            done = subprocess.run(
                [*command, *extent, "--target", str(folder), *self.packages],
                capture_output=True,
                text=True,
                timeout=_INSTALL_S,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            message = f"pip needed more than {_INSTALL_S} s"
            raise NotRunnable(message) from error
        if done.returncode:
            raise NotRunnable(_last_line(done.stderr))
        stamp.write_text(" ".join(self.packages), "utf-8")
        return folder


class Driver:
    """A running script that answers each line, a submission with its calls, by whether it passes."""

    def __init__(self, name: str, process: subprocess.Popen[str], log: Path) -> None:
        self.name = name
        self._process = process
        self._log = log

    def handle(self, submission: Submission) -> bool:
        """Have a submission checked.

        Raises:
            NotRunnable: the script ended.
        """
        known = answers(submission.task.name)
        request = {
            "code": submission.code,
            "entry": submission.task.entry,
            "checks": "".join(answer.check(submission.task.entry) for answer in known),
            "values": [[answer.args, answer.given] for answer in known if answer.kind == "value"],
        }
        return bool(self._ask(request)["passed"])

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise NotRunnable(self.name)
        try:
            stdin.write(json.dumps(request) + "\n")
            stdin.flush()
            answer: dict[str, Any] = json.loads(stdout.readline())
        except (OSError, ValueError) as error:
            self._process.wait(10)
            raise NotRunnable(_last_line(self._log.read_text("utf-8", "replace"))) from error
        return answer


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("WARNING")]
    return lines[-1][:200] if lines else "it ended without a word"
