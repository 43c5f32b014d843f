"""The order of the style repairs: meaning first, then layout, then what layout leaves."""

from typing import Final

from code_review_env.baseline_agent.rules.job import Job
from code_review_env.baseline_agent.rules.style import imports, lines, linter, names, texts
from code_review_env.baseline_agent.rules.style.edits import edited
from code_review_env.baseline_agent.rules.style.evaluated import kept_for_text

_ROUNDS: Final = 4
"""One repair can uncover another: an import is unused once a name is gone."""


def repair(job: Job) -> str:
    """The file without findings of E, W and F, as far as the skill can."""
    source = lines.docstrings_assigned(job.source)
    source = lines.comments_wrapped(source, lines.long_rows(source))
    for _ in range(_ROUNDS):
        before = source
        source = _meaning(source, job)
        if source == before or job.late():
            break
    for _ in range(_ROUNDS):
        before = source
        source = _layout(linter.formatted(source))
        if source == before or job.late():
            break
    return source


def _meaning(source: str, job: Job) -> str:
    source = before = linter.formatted(source)
    found = linter.findings(source)
    rules = {one.rule for one in found}
    source = imports.typed(source, found)
    if source == before:
        source = edited(imports.tried(source, found), found)
    source = names.loops_renamed(source, linter.findings(source, "F402")) if "F402" in rules else source
    source = names.defined_once(source, linter.findings(source, "F811"), job.entry) if "F811" in rules else source
    source = imports.listed(source, found)
    source = imports.starless(source) if "F403" in rules else source
    if rules & {"E402", "E401"}:
        source = imports.ordered(source, linter.findings(source, "E402,E401,F811"))
    source = names.renamed(source, job.entry) if rules & {"E741", "E742", "E743"} else source
    source = kept_for_text(source, found)
    return linter.fixed(source) if rules & set(linter.FAITHFUL.split(",")) else source


def _layout(source: str) -> str:
    found = linter.findings(source, "E501,W291,W293")
    if not found:
        return source
    source = lines.docstrings_wrapped(source, found)
    found = linter.findings(source, "E501,W291,W293")
    long = {one.row for one in found if one.rule == "E501"}
    ragged = {one.row for one in found if one.rule != "E501"}
    wrapped = lines.comments_wrapped(source, long)
    return wrapped if wrapped != source else texts.in_pieces(source, long, ragged)
