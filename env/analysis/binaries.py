"""The pinned analysers as programs on this machine: where they are and what they call themselves."""

import functools
import importlib.metadata
import subprocess
import sys
from pathlib import Path
from typing import Final

from code_review_env.env.errors import LinterUnavailable

VERSION_S: Final = 20.0
"""A busy machine may take so long to start a program."""


def find_binary(name: str) -> Path:
    """The program that the installed distribution `name` brought under the same name.

    Raises:
        LinterUnavailable: it is not installed for this interpreter.
    """
    beside = Path(sys.executable).with_name(name)
    if beside.is_file():
        return beside
    try:
        files = importlib.metadata.files(name) or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        path = Path(str(file.locate()))
        if path.name == name and path.is_file():
            return path.resolve()
    message = f"{name} is not installed beside this interpreter"
    raise LinterUnavailable(message)


@functools.lru_cache
def version_of(path: Path) -> str:
    """What the program says that its version is, e.g. `0.17.6`. Asked once: a process takes milliseconds.

    Raises:
        LinterUnavailable: it does not run or does not say.
    """
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, env={}, cwd="/", timeout=VERSION_S, check=True)
        return answer.stdout.decode().split()[1]
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError, IndexError) as error:
        message = f"{path.name} does not tell its version"
        raise LinterUnavailable(message) from error
