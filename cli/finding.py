"""Which task a word on the command line means."""

from pathlib import Path
from typing import Final

from code_review_env.tasks import taskfile
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.task import Task

SUFFIXES: Final = (".toml", ".json")


def find_task(name: str) -> Task:
    """A task of the bank by id, unique id prefix or name, or the task that a TOML or JSON file describes.

    Raises:
        KeyError: no such task.
        TaskFileError: the file is wrong.
        OSError: the file cannot be read.
    """
    if name.endswith(SUFFIXES):
        return taskfile.load(Path(name))
    return TaskBank.load().find(name)


def bank_with(folder: Path | None) -> TaskBank:
    """The packaged bank, and the task files of a folder in the split `own`.

    Raises:
        FileNotFoundError: the folder holds no task file.
        TaskFileError: a file is wrong.
    """
    bank = TaskBank.load()
    if folder is None:
        return bank
    files = sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES)
    if not files:
        message = f"{folder} holds no task file ({' or '.join(SUFFIXES)})"
        raise FileNotFoundError(message)
    return bank.with_tasks(taskfile.load(path) for path in files)
