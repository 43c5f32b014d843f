import ast
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINTER = Path(sys.executable).with_name("lint-imports")
PACKAGE_FOLDERS = ("baseline_agent", "benchmarks", "charts", "cli", "env", "server", "tasks", "training", "trials")
ZYGOTE = "env/sandbox/zygote"
HEAVY = {"torch", "transformers", "trl", "ray", "huggingface_hub"}


def contract_ids() -> list[str]:
    """Every contract of pyproject.toml."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return [contract["id"] for contract in config["tool"]["importlinter"]["contracts"]]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The product's modules under their import name, to be broken at will."""
    if not LINTER.exists():
        pytest.skip("import-linter is not installed; run `make test`")
    home = tmp_path_factory.mktemp("contracts") / "code_review_env"
    home.mkdir()
    for path in ROOT.glob("*.py"):
        shutil.copy(path, home)
    for folder in PACKAGE_FOLDERS:
        shutil.copytree(ROOT / folder, home / folder, ignore=shutil.ignore_patterns("sources", "__pycache__", "node_modules"))
    return home


def verdict(home: Path, contract: str) -> tuple[int, str]:
    """Exit status and words of import-linter on a copy of the tree."""
    command = [LINTER, "--no-logo", "--no-cache", "--contract", contract, ROOT / "pyproject.toml"]
    environment = {**os.environ, "PYTHONPATH": str(home.parent), "COLUMNS": "200"}
    done = subprocess.run(command, cwd=home.parent, env=environment, check=False, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


VIOLATIONS = [
    ("down", "tasks/bank.py", "from code_review_env.env import errors", "code_review_env.tasks is not allowed to import"),
    ("down", "models.py", "from code_review_env.tasks import bank", "code_review_env.models is not allowed to import"),
    (
        "blind",
        "baseline_agent/noop.py",
        "from code_review_env.tasks import bank",
        "baseline_agent is not allowed",
    ),
    ("blind", "training/rows.py", "from code_review_env.env import errors", "training is not allowed to import"),
    ("light", "env/episode.py", "import openenv", "code_review_env.env.episode is not allowed to import openenv"),
    ("light", "tasks/bank.py", "import fastapi", "code_review_env.tasks is not allowed to import fastapi"),
    ("bare", f"{ZYGOTE}/confine.py", "from code_review_env.tasks import task", "zygote is not allowed to import"),
    ("shared", "env/scoring/score.py", "from code_review_env.env.sandbox.zygote import confine", "zygote.confine"),
    ("heavy", "env/store.py", "import transformers", "code_review_env.env is not allowed to import transformers"),
    ("acyclic", "env/sandbox/program.py", "from code_review_env.env.scoring import score", "No cycles are allowed"),
]


@pytest.mark.parametrize(("contract", "file", "line", "told"), VIOLATIONS, ids=[f"{row[0]}-{row[1]}" for row in VIOLATIONS])
def test_a_planted_violation_is_told(copy: Path, contract: str, file: str, line: str, told: str) -> None:
    """Each contract fails on an import that it forbids, and names it."""
    path = copy / file
    original = path.read_text("utf-8")
    path.write_text(f"{original}\n{line}\n", "utf-8")
    try:
        status, words = verdict(copy, contract)
    finally:
        path.write_text(original, "utf-8")
    assert status == 1
    assert told in words


def test_every_contract_is_shown_to_fail() -> None:
    """No contract stands in pyproject.toml that has not been seen to bite."""
    assert set(contract_ids()) == {row[0] for row in VIOLATIONS}


@pytest.mark.parametrize("contract", contract_ids())
def test_the_tree_keeps_the_contract(copy: Path, contract: str) -> None:
    """The import rules hold on the tree as it is."""
    status, words = verdict(copy, contract)
    assert status == 0, words


def is_for_types(node: ast.AST) -> bool:
    """A block that no interpreter runs."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def imports(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Line, dotted module and whether it is imported at module level, for each import; relative ones begin with a dot."""
    tree = ast.parse(path.read_text("utf-8"))
    later = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_for_types(node)]
    inside = {id(node) for block in later for node in ast.walk(block)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name, id(node) not in inside
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or ""), id(node) not in inside


def product() -> list[Path]:
    """Every module of the package, task sources left out."""
    found = [*ROOT.glob("*.py"), *(path for folder in PACKAGE_FOLDERS for path in (ROOT / folder).rglob("*.py"))]
    return [path for path in found if not {"sources", "node_modules"} & set(path.parts)]


def offenders(files: list[Path], allowed: set[str]) -> list[str]:
    """Imports of anything outside the standard library whose first name is not allowed."""
    return [
        f"{path.relative_to(ROOT)}:{line} {module}"
        for path in files
        for line, module, _ in imports(path)
        if module.split(".")[0] not in sys.stdlib_module_names | allowed
    ]


def test_tasks_import_the_standard_library_and_pydantic() -> None:
    """Tasks are data: nothing but the standard library, pydantic and one another."""
    files = [path for path in product() if path.is_relative_to(ROOT / "tasks")]
    assert len(files) > 3
    assert offenders(files, {"pydantic", "pydantic_core", "code_review_env"}) == []


def test_the_child_imports_the_standard_library_and_its_siblings() -> None:
    """The zygote runs without this package and without site-packages, so it can import neither."""
    files = [path for path in product() if path.is_relative_to(ROOT / ZYGOTE)]
    siblings = {path.stem for path in files if path.parent == ROOT / ZYGOTE} | {
        path.name for path in (ROOT / ZYGOTE).iterdir() if path.is_dir()
    }
    assert len(files) > 3
    assert offenders(files, siblings) == []


def test_imports_are_absolute() -> None:
    """One module has one name; a relative import of a file that is also run alone would give it two."""
    found = [(path.relative_to(ROOT), line, module) for path in product() for line, module, _ in imports(path)]
    relative = [f"{path}:{line}" for path, line, module in found if module.startswith(".")]
    assert relative == []


def test_heavy_libraries_load_where_they_are_used() -> None:
    """Whoever does not use a heavy library never waits for its import."""
    eager = [
        f"{path.relative_to(ROOT)}:{line} {module}"
        for path in product()
        for line, module, at_top in imports(path)
        if at_top and module.split(".")[0] in HEAVY
    ]
    assert eager == []


def test_every_package_folder_is_a_known_one() -> None:
    """A new top folder is added to the rules here before it is used."""
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"build", "tests"}
    assert folders == set(PACKAGE_FOLDERS)
