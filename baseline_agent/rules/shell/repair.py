"""Finds every way to a shell in a file and closes it."""

import re
from contextlib import suppress

import libcst as cst
import libcst.matchers as m

from code_review_env.baseline_agent.rules.job import Job
from code_review_env.baseline_agent.rules.shell.applied import Plan, Rewrite
from code_review_env.baseline_agent.rules.shell.calls import rewritten, site_of
from code_review_env.baseline_agent.rules.shell.meaning import Meanings, passed
from code_review_env.baseline_agent.rules.shell.parts import Many, Opaque, Text, Value
from code_review_env.baseline_agent.rules.shell.places import File, indexed
from code_review_env.baseline_agent.rules.shell.spelling import Style
from code_review_env.baseline_agent.rules.shell.templates import HELPERS
from code_review_env.baseline_agent.rules.shell.text import code_of
from code_review_env.baseline_agent.rules.style.imports import with_import

_HANDLED = re.compile(r"except[^\n]*\b(FileNotFoundError|OSError)\b")


_EXPECTED = re.compile(r"\b127\b|missing|not exist|installed|cannot be started|\bno such\b|there is none", re.IGNORECASE)
"""A file that speaks of a program that is not there goes on without it; one that does not lets the exception pass."""


def _is_lenient(source: str) -> bool:
    return not _HANDLED.search(source) and bool(_EXPECTED.search(source))


def shellless(job: Job, *, lenient: bool | None = None) -> str:
    """Command lines as argument lists.

    Args:
        job: the file.
        lenient: a missing program is status 127 and no exception; None decides by what the file catches.
    """
    module = cst.parse_module(job.source)
    file = indexed(module)
    library = next((name for name, path in file.paths.items() if path == "subprocess"), "subprocess")
    words = set(re.findall(r"\w+", job.source))
    lenient = _is_lenient(job.source) if lenient is None else lenient
    helpers = {role: next(name for name in (*names, f"_{role}") if name not in words) for role, (_, names) in HELPERS.items()}
    reads = frozenset(re.findall(r"\.(stdout|stderr)\b", job.source))
    plan = Plan(file, Meanings(file, job.entry), Style(library, helpers, lenient, reads))
    _plan_all(plan)
    changed = module.visit(Rewrite(plan))
    return _completed(_unused_dropped(changed, file, job.entry), plan, words).code


def _plan_all(plan: Plan) -> None:
    """Calls that reach a shell directly first, then calls of the functions that hand their argument to one."""
    for call in [call for call in plan.file.homes if _reaches(call, plan.file)]:
        with suppress(Opaque):
            _plan_call(call, _argument(call, 0, "args"), plan, plan.file.kind(call))
    done: set[str] = set()
    while waiting := plan.wrappers.keys() - done:
        name = min(waiting)
        done.add(name)
        function, parameter = plan.wrappers[name]
        for call in plan.file.calls_of(name):
            with suppress(Opaque):
                _plan_call(call, passed(call, function, parameter), plan, "own")


def _reaches(call: cst.Call, file: File) -> bool:
    kind = file.kind(call)
    if kind in {"system", "popen", "getoutput", "getstatusoutput"}:
        return True
    shell = next((one.value for one in call.args if one.keyword and one.keyword.value == "shell"), None)
    return bool(kind) and shell is not None and code_of(shell) not in {"False", "0", "None"}


def _argument(call: cst.Call, at: int, name: str) -> cst.BaseExpression | None:
    for number, one in enumerate(call.args):
        if (one.keyword is None and not one.star and number == at) or (one.keyword and one.keyword.value == name):
            return one.value
    return None


def _plan_call(call: cst.Call, command: cst.BaseExpression | None, plan: Plan, kind: str) -> None:
    place = plan.file.homes[call]
    if command is None:
        return
    text = plan.meanings.reader(place).read(command)
    parameter = text[0].code if len(text) == 1 and isinstance(text[0], Value | Many) else ""
    if parameter in place.parameters and place.name != plan.meanings.entry:
        plan.wrappers[place.name] = (place, parameter)
        plan.meanings.parts.discard((place.name, parameter))
        called = bool(plan.file.calls_of(place.name))
        list_code = parameter if called else f"shlex.split({parameter})"
        plan.style.used |= set() if called else {"shlex"}
        plan.calls[call] = rewritten(site_of(call, kind), (Many(list_code),), plan.style)
        return
    _plan_text(call, text, plan, kind)


def _plan_text(call: cst.Call, text: Text, plan: Plan, kind: str) -> None:
    place = plan.file.homes[call]
    plan.calls[call] = rewritten(site_of(call, kind), text, plan.style)
    used = {part.variable for part in text if isinstance(part, Many) and part.variable}
    plan.meanings.lists |= {(place.name, name) for name in used if re.search(rf"\*?\b{name}\b", plan.calls[call])}


def _unused_dropped(module: cst.Module, file: File, entry: str) -> cst.Module:
    """Without functions that only built command lines, now that nobody calls them."""
    gone = {
        name
        for name, function in file.functions.items()
        if name
        and name != entry
        and _mentions(module, name) == 0
        and _was_called(file, name)
        and function.node in {*module.body, function.node}
    }
    kept = [
        one for one in module.body if not (isinstance(one, cst.FunctionDef) and one.name.value in gone and not one.decorators)
    ]
    return module.with_changes(body=kept)


def _was_called(file: File, name: str) -> bool:
    return any(isinstance(call.func, cst.Name) and call.func.value == name for call in file.homes)


def _mentions(module: cst.Module, name: str) -> int:
    definition = sum(isinstance(one, cst.FunctionDef) and one.name.value == name for one in module.body)
    return len(m.findall(module, m.Name(name))) - definition


def _completed(module: cst.Module, plan: Plan, words: set[str]) -> cst.Module:
    """With the imports and the function that the new code needs."""
    style = plan.style
    rest = next(name for name in ("settings", "run_settings", "given_settings") if name not in words)
    for role, (template, _) in HELPERS.items():
        if role in style.used:
            module = _with_function(module, template.format(name=style.names[role], library=style.library, rest=rest))
    needed: set[str] = {name for name in ("os", "glob", "shlex") if name in style.used}
    if f"{style.library}." in module.code:
        needed.add(style.library if style.library in _top_imports(module) else "subprocess")
    for name in sorted(needed - _top_imports(module)):
        module = with_import(module, name)
    return module


def _top_imports(module: cst.Module) -> set[str]:
    lines = [small for line in module.body if isinstance(line, cst.SimpleStatementLine) for small in line.body]
    aliases = [alias for small in lines if isinstance(small, cst.Import) for alias in small.names]
    return {code_of(alias.asname.name if alias.asname else alias.name).partition(".")[0] for alias in aliases}


def _with_function(module: cst.Module, code: str) -> cst.Module:
    at = next((at for at, one in enumerate(module.body) if isinstance(one, cst.FunctionDef | cst.ClassDef)), len(module.body))
    function = cst.parse_module(code).body[0].with_changes(leading_lines=[cst.EmptyLine(indent=False)] * 2)
    return module.with_changes(body=[*module.body[:at], function, *module.body[at:]])


def otherwise(job: Job) -> str:
    """A missing program is told the other way."""
    return shellless(job, lenient=not _is_lenient(job.source))
