import datetime as dt
import json
from pathlib import Path

import pytest

from code_review_env.tasks.task import MAX_GROUPS, Tool
from code_review_env.tasks.taskfile import TaskFileError, from_mapping, load, load_folder

EASY = """
entry = "label"
stage = "easy"
messy = '''
import os
def label(name, width = 8):
    if name == None: return "-"
    return name [:width]
'''
[[examples]]
args = ["invoice"]
"""
MEDIUM = """
entry = "count"
stage = "medium"
messy = '''
import subprocess
def count(path):
    return subprocess.run(f"grep -c x {path}", shell=True, capture_output=True, text=True).stdout
'''
[tools.grep]
stdout = "3\\n"
[[examples]]
args = ["log.txt"]
"""


def written(folder: Path, text: str, name: str = "own.toml") -> Path:
    """A task file in a temporary folder."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problems(folder: Path, text: str) -> list[str]:
    """`key: sentence` for each problem of a task file."""
    with pytest.raises(TaskFileError) as caught:
        load(written(folder, text))
    return [f"{one.key}: {one.sentence}" for one in caught.value.problems]


def test_a_small_file_becomes_a_task(tmp_path: Path) -> None:
    """Name, split and instruction have defaults; the messy source is its own reference; inputs are added."""
    task = load(written(tmp_path, EASY))
    assert (task.name, task.split, task.mined, task.oracle) == ("own/own", "own", True, None)
    assert [case.call("label") for case in task.examples] == ["label('invoice')"]
    assert task.reference == task.messy
    assert "`label`" in task.instruction
    assert sum(len(group.cases) for group in task.groups) > 50
    assert len(task.groups) <= MAX_GROUPS


def test_the_same_file_gives_the_same_task(tmp_path: Path) -> None:
    """The identity does not depend on the folder or on anything random."""
    (tmp_path / "there").mkdir()
    assert load(written(tmp_path, EASY)).id == load(written(tmp_path / "there", EASY)).id


def test_sources_may_be_files_beside_the_task_file(tmp_path: Path) -> None:
    """A value without a newline is a path that starts at the task file's folder."""
    written(tmp_path, "def f(x):\n    return x \n", "messy.py")
    written(tmp_path, "def f(x):\n    return x\n", "clean.py")
    text = 'entry="f"\nstage="easy"\nmessy="messy.py"\noracle="clean.py"\n[[examples]]\nargs=[1]\n'
    task = load(written(tmp_path, text))
    assert task.messy == "def f(x):\n    return x \n"
    assert task.reference == "def f(x):\n    return x\n"


def test_every_key_arrives(tmp_path: Path) -> None:
    """Optional keys of the file end up in the fields of the task."""
    head = 'name="mine"\ninstruction="Do it."\nexact_floats=true\nnow=2024-05-01T12:00:00Z\nfiles={"a.txt"="1"}\n'
    tool = '[[tools.tail]]\nstdout="x"\n[[tools.tail]]\nexit=3\nstderr="e"\n[tools.gone]\nmissing=true\n'
    task = load(written(tmp_path, head + MEDIUM + tool))
    assert (task.name, task.instruction, task.exact_floats) == ("mine", "Do it.", True)
    assert task.now == dt.datetime(2024, 5, 1, 12, tzinfo=dt.UTC).timestamp()
    assert task.files == {"a.txt": "1"}
    assert task.tools == {
        "grep": (Tool(stdout="3\n"),),
        "tail": (Tool(stdout="x"), Tool(stderr="e", exit=3)),
        "gone": (Tool(missing=True),),
    }


def test_python_literals_reach_where_toml_does_not(tmp_path: Path) -> None:
    """`args` and `kwargs` may be one string each that is a Python literal."""
    text = EASY.replace('args = ["invoice"]', "args = \"[None]\"\nkwargs = \"{'width': Decimal('2')}\"")
    (case,) = load(written(tmp_path, text)).examples
    assert case.call("label") == "label(None, width=Decimal('2'))"


def test_toml_dates_are_values(tmp_path: Path) -> None:
    """TOML's own dates are passed as dates."""
    (case,) = load(written(tmp_path, EASY.replace('["invoice"]', "[2024-01-02]"))).examples
    assert case.args == (dt.date(2024, 1, 2),)


def test_json_has_the_same_keys(tmp_path: Path) -> None:
    """A JSON file with the same content is the same task, null is None."""
    data = {"entry": "f", "stage": "easy", "messy": "def f(x):\n    return x \n", "examples": [{"args": [None]}]}
    task = load(written(tmp_path, json.dumps(data), "own.json"))
    assert task.id == from_mapping(data, file="request", name="other", folder=None).id
    assert next(task.examples).args == (None,)


def test_a_folder_is_loaded_in_order(tmp_path: Path) -> None:
    """All task files of a folder, by name; other files are left alone."""
    written(tmp_path, MEDIUM, "b.toml")
    written(tmp_path, EASY, "a.toml")
    written(tmp_path, "no task", "readme.txt")
    assert [task.name for task in load_folder(tmp_path)] == ["own/a", "own/b"]


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    """A folder without a task file says so."""
    with pytest.raises(TaskFileError, match=r"no \.toml or \.json"):
        load_folder(tmp_path)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("entry =", "entrie ="), "entry: is required and not given"),
        (("entry =", "entrie ="), "entrie: unknown key; did you mean 'entry'?"),
        (('"easy"', '"eazy"'), "stage: there is no stage 'eazy'; did you mean 'easy'?"),
        (('"label"', '"lable"'), "entry: messy has no top-level function 'lable'; did you mean 'label'?"),
        (("name [:width]", "name [:width"), "messy: syntax error at line 4: '[' was never closed"),
        (("import os", "import numpy"), "messy: line 1 imports 'numpy', and the sandbox has the standard library only"),
        (('["invoice"]', "[]"), "examples[0]: does not fit label(name, width=8): missing a required argument: 'name'"),
        (('["invoice"]', '"name"'), "examples[0].args: as a string it must be a Python list literal; 'name' is not a literal"),
        (('["invoice"]', '"(1,)"'), "examples[0].args: must be a list, or one string that is a Python list literal"),
        (("[[examples]]", "[[example]]"), "examples: is required and not given"),
        (('args = ["invoice"]', 'args = ["a"]\nexpected = 1'), "examples[0].expected: unknown key; an example holds the call"),
        (('args = ["invoice"]', 'arg = ["a"]'), "examples[0].arg: unknown key; did you mean 'args'?"),
        (('"easy"', '"easy"\nnow = "noon"'), "now: should be a valid number, not 'noon'"),
        (('"easy"', '"easy"\nnow = nan'), "now: must be a finite number of seconds"),
        (('"easy"', '"medium"'), "tools: stage 'medium' needs a table [tools.NAME]"),
        (('"easy"', '"easy"\noracle = "gone.py"'), "oracle: there is no readable file 'gone.py' beside the task file"),
        (('"easy"', '"easy"\n[tools.tar]\nexit = 256\n#'), "tools.tar[0].exit: should be less than or equal to 255, not 256"),
        (('"easy"', '"easy"\ntools = {"/bin/tar" = {}}'), "tools: '/bin/tar' must be the bare name of a program"),
    ],
)
def test_each_mistake_has_its_sentence(tmp_path: Path, change: tuple[str, str], problem: str) -> None:
    """Every wrong key or value is named, with one sentence that says what to do."""
    found = problems(tmp_path, EASY.replace(*change))
    assert any(one.startswith(problem) for one in found), found


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (('"label"', '"lable"'), 2),
        (('"easy"', '"eazy"'), 3),
        (("name [:width]", "name [:width"), 4),
        (('["invoice"]', "[]"), 10),
        (('args = ["invoice"]', 'args = ["a"]\n[[examples]]\nargs = ["a"]\nkwargs = {wide = 1}'), 12),
    ],
)
def test_a_mistake_has_its_line(tmp_path: Path, change: tuple[str, str], line: int) -> None:
    """The line of the key, or of the table that holds it, in front of the sentence."""
    path = written(tmp_path, EASY.replace(*change))
    with pytest.raises(TaskFileError, match=rf"own\.toml:{line}: "):
        load(path)


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("own.toml", "entry = ", "is not valid TOML"),
        ("own.json", "{", "is not valid JSON"),
        ("own.json", "[]", "must hold one table of keys"),
        ("own.yaml", "", "ends in .toml or .json"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path: Path, name: str, text: str, sentence: str) -> None:
    """Faults of the file as a whole stand under its name."""
    with pytest.raises(TaskFileError, match=sentence):
        load(written(tmp_path, text, name))


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    """No traceback for a wrong path."""
    with pytest.raises(TaskFileError, match="cannot be read: No such file"):
        load(tmp_path / "gone.toml")


def test_a_task_over_the_network_reads_no_file(tmp_path: Path) -> None:
    """Without a folder a source must be inline."""
    secret = written(tmp_path, "def f():\n    pass\n", "secret.py")
    data = {"entry": "f", "stage": "easy", "messy": str(secret), "examples": [{}]}
    with pytest.raises(TaskFileError, match="a path is not read here"):
        from_mapping(data, file="request", name="own", folder=None)


def test_guarded_imports_and_escapes_are_fine(tmp_path: Path) -> None:
    """An import that may fail, and a doubtful escape in the messy source, are no problems."""
    source = 'try:\n    import numpy\nexcept ImportError:\n    numpy = None\ndef f(x):\n    return x + "\\d"\n'
    data = {"entry": "f", "stage": "easy", "messy": source, "examples": [{"args": ["a"]}]}
    assert load(written(tmp_path, json.dumps(data), "own.json")).entry == "f"
