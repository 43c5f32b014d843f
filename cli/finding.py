"""Which task a word on the command line means."""

from pathlib import Path

from code_review_env.tasks import taskfile
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.task import Task


def find_task(name: str) -> Task:
    """A task of the bank by id, unique id prefix or name, or the task that a TOML or JSON file describes.

    Raises:
        KeyError: no such task.
        TaskFileError: the file is wrong.
        OSError: the file cannot be read.
    """
    if name.endswith(taskfile.SUFFIXES):
        return taskfile.load(Path(name))
    return TaskBank.load().find(name)


def bank_with(folder: Path | None) -> TaskBank:
    """The packaged bank, and the task files of a folder in the split `own`.

    Raises:
        TaskFileError: no task file there, or one that is wrong.
    """
    bank = TaskBank.load()
    return bank if folder is None else bank.with_tasks(taskfile.load_folder(folder))
