"""Repairs that anybody might try on any program that starts others, all wrong: the shell is gone, the words are not."""

import ast
from collections.abc import Callable, Iterator
from typing import Final

from code_review_env.env.admission.mutants import Mutant
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.family import Canary, Family
from code_review_env.tasks.mess.edit import Edit, rewritten
from code_review_env.tasks.mess.source import Source
from code_review_env.tasks.signature import signature
from code_review_env.tasks.task import Task

_SIGNS: Final = ";&|$`<>\n*~#%{('\"\\ \t-"
"""What a home-made filter takes out, one at a time or several."""

_USUAL: Final = 7
"""So many of them are on everybody's list."""


def filters(family: Family) -> tuple[Mutant, ...]:
    """The oracle behind filters of its texts: a sign dropped, blanks trimmed, quotes put around and read."""
    if not load_curriculum().stage(family.stage).processes:
        return ()
    source = Source(family.oracle)
    entry = _entry(source, family.entry)
    found = [
        Mutant(entry.lineno, f"drops {sign!r}", rewritten(source.text, _filtering(sign)(source, entry))) for sign in _SIGNS
    ]
    others = {
        "trims texts": "text.strip()",
        "reads texts between apostrophes": """' '.join(shlex.split("'" + text + "'"))""",
        "reads texts between quotes": """' '.join(shlex.split('"' + text + '"'))""",
    }
    return (
        *found,
        *(
            Mutant(entry.lineno, name, rewritten(source.text, _cleaning(source, entry, clean)))
            for name, clean in others.items()
        ),
    )


def careless(task: Task) -> Iterator[Canary]:
    """Wrong repairs of one task whose program starts others; which ones there are depends on how its shells are called."""
    if not load_curriculum().stage(task.stage).processes:
        return
    yield Canary("command.split()", _without_shell(task.messy, "{}.split()", ""))
    yield Canary("shlex.split(command)", _without_shell(task.messy, "shlex.split({})", "import shlex\n"))
    yield Canary("swallows every error", _in_entry(task, _swallowing))
    yield Canary("drops the usual signs", _in_entry(task, _filtering(_SIGNS[:_USUAL])))


def _without_shell(text: str, form: str, head: str) -> str:
    """The original with its commands cut at blanks and without `shell=`."""
    source = Source(text)
    edits = []
    for call in source.all(ast.Call):
        shell = next((keyword for keyword in call.keywords if keyword.arg == "shell"), None)
        if shell and call.args:
            command = call.args[0]
            edits.append(Edit(source.start(command), source.end(command), form.format(f"({source.of(command)})")))
            edits.append(Edit(source.start(shell), source.end(shell), "shell=False"))
    return rewritten(text, edits) if not head else _with_import(rewritten(text, edits), head)


def _with_import(text: str, head: str) -> str:
    source = Source(text)
    first = next(node for node in source.tree.body if not isinstance(node, ast.Expr))
    at = source.start(first)
    return rewritten(text, [Edit(at, at, head)])


def _in_entry(task: Task, change: Callable[[Source, ast.FunctionDef], list[Edit]]) -> str:
    """The oracle with its entry changed."""
    source = Source(task.reference)
    return rewritten(source.text, change(source, _entry(source, task.entry)))


def _entry(source: Source, name: str) -> ast.FunctionDef:
    return next(node for node in source.tree.body if isinstance(node, ast.FunctionDef) and node.name == name)


def _swallowing(source: Source, entry: ast.FunctionDef) -> list[Edit]:
    first, last = _body(source, entry)
    indent = source.indent(last)
    inner = "".join(
        f"    {line}" if line.strip() else line for line in source.text[first : source.end(last)].splitlines(keepends=True)
    )
    text = f"{indent}try:\n{inner}\n{indent}except Exception:\n{indent}    return None"
    return [Edit(first, source.end(last), text)]


def _filtering(signs: str) -> Callable[[Source, ast.FunctionDef], list[Edit]]:
    return lambda source, entry: _cleaning(source, entry, f'"".join(sign for sign in text if sign not in {signs!r})')


def _cleaning(source: Source, entry: ast.FunctionDef, clean: str) -> list[Edit]:
    """Every text among the arguments goes through a filter, those in lists and dicts too."""
    at, last = _body(source, entry)
    indent = source.indent(last)
    names = signature(entry).parameters
    head = f"{indent}import shlex\n\n" if "shlex" in clean else ""
    text = f"""\
{head}{indent}def clean(text):
{indent}    if isinstance(text, (list, tuple)):
{indent}        return type(text)(map(clean, text))
{indent}    if isinstance(text, dict):
{indent}        return {{clean(key): clean(item) for key, item in text.items()}}
{indent}    return {clean} if isinstance(text, str) else text

"""
    return [Edit(at, at, text + "".join(f"{indent}{name} = clean({name})\n" for name in names))]


def _body(source: Source, entry: ast.FunctionDef) -> tuple[int, ast.stmt]:
    """Where the statements behind the docstring begin, and the last of them."""
    docstring = isinstance(entry.body[0], ast.Expr) and isinstance(entry.body[0].value, ast.Constant)
    statements = entry.body[1:] if docstring else entry.body
    return source.line_span(statements[0])[0], statements[-1]
