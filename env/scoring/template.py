"""What a payload must become, when the only reference is a source that gets payloads wrong. Pure: it judges runs made before.

A source that builds shell commands is right on letters and digits. So it runs once with a marker in the place of the
payload, and the record of that run, with the markers replaced by the payload as literal text, is what a safe version does.
That holds only for texts that the source passes on as they are, so the template is used where three other runs of the same
source bear it out, and the case is dropped where they do not:

* plain: with the original text in the place of the markers, the record is the plain call's. Otherwise the source cuts,
  counts or looks at the text.
* direct: the first command lines that the source makes of the payload hold it as it is. Otherwise the source splits, cleans
  or compares it. When the source refuses the payload by a `raise` of its own before it starts anything, that is what is
  expected.
* escaped: with the payload written so that a shell reads it as itself, the same programs start with the same arguments.
  Otherwise the text goes where a shell has a use of its own for it (`echo` reads backslashes), or Python splits it later.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from code_review_env.env.sandbox.program import Outcome, Processes, Spawn, Tree
from code_review_env.tasks.marker import ESCAPES, PayloadCase, leaf_marker, substitute
from code_review_env.tasks.task import Case

SHELLS: Final = frozenset({"sh", "bash", "dash"})

ROLES: Final = ("plain", "marked", "direct", *ESCAPES)
"""The runs that decide about one payload case, in the order of `calls`."""

_AS_BYTES: Final = frozenset({"y", "Y", "s"})
"""Codec tags of bytes, bytearrays and texts with lone surrogates: the content stands in hex."""
_UNORDERED: Final = frozenset({"S", "F"})
_PATH: Final = "p"

_Texts = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class _Filling:
    """Replacements for the markers of one run."""

    marker: str
    texts: _Texts

    def text(self, text: str) -> str:
        return substitute(text, self.marker, self.texts)

    def tree(self, tree: Tree) -> Tree:
        """A codec tree with the markers replaced in its texts, bytes and set orders."""
        if isinstance(tree, str):
            return self.text(tree)
        if isinstance(tree, dict):
            return {name: self.tree(part) for name, part in tree.items()}
        if not isinstance(tree, list | tuple) or not tree:
            return tree
        tag, *rest = tree
        if tag in _AS_BYTES:
            return [tag, *(self._hex(part) for part in rest)]
        filled = [self.tree(part) for part in rest]
        return [tag, *(sorted(filled, key=_canonical) if tag in _UNORDERED else filled)]

    def spawn(self, spawn: Spawn) -> Spawn:
        return replace(
            spawn,
            argv=tuple(map(self.text, spawn.argv)),
            exe=self.text(spawn.exe),
            cwd=self.text(spawn.cwd),
            env=tuple((name, None if value is None else self.text(value)) for name, value in spawn.env),
            stdin=self.text(spawn.stdin),
        )

    def processes(self, processes: Processes) -> Processes:
        files = [(self.text(path), None if content is None else self.text(content)) for path, content in processes.files]
        return replace(processes, spawns=tuple(map(self.spawn, processes.spawns)), files=tuple(sorted(files, key=_first)))

    def _hex(self, digits: Tree) -> Tree:
        if not isinstance(digits, str):
            return digits
        data = bytes.fromhex(digits)
        for number, text in self.texts.items():
            data = data.replace(leaf_marker(self.marker, number).encode(), text.encode())
        return data.hex()


def calls(cases: Sequence[PayloadCase]) -> tuple[tuple[Case, ...], ...]:
    """One group of calls for each of the `ROLES`; run each in a fresh module, on the messy source."""
    escaped = [tuple(case.escaped(name) for case in cases) for name in ESCAPES]
    return (tuple(c.base for c in cases), tuple(c.marked for c in cases), tuple(c.case for c in cases), *escaped)


def decided(case: PayloadCase, runs: Mapping[str, Outcome]) -> Outcome | None:
    """What a safe version of the source does with the payload, or None where the runs cannot tell.

    Args:
        case: the payload and where it is.
        runs: the outcome of the messy source for each of the `ROLES`.
    """
    direct, template = runs["direct"], runs["marked"]
    if direct.kind == "raise" and direct.raised_by_source and not direct.processes.spawns:
        return direct
    borne_out = (
        faithful(template, runs["plain"], case.marker, case.originals)
        and expressible(template, case.marker, case.texts)
        and _opaque(case, template, direct)
        and any(_confirmed(case, template, runs[name], case.escaped_text(name)) for name in ESCAPES)
    )
    return expected(template, case.marker, case.texts) if borne_out else None


def expected(template: Outcome, marker: str, payload_map: _Texts) -> Outcome:
    """The record of a marked run with each marker replaced by the text for its leaf, as literal text.

    Args:
        template: the outcome of the marked run.
        marker: the root of its markers.
        payload_map: leaf number -> text.
    """
    filling = _Filling(marker, payload_map)
    return replace(
        template,
        value=filling.tree(template.value),
        message=filling.text(template.message),
        fields=filling.tree(template.fields),
        args_after=filling.tree(template.args_after),
        stdout=filling.text(template.stdout),
        processes=filling.processes(template.processes),
        raw=b"",
    )


def faithful(template: Outcome, plain: Outcome, marker: str, originals: _Texts) -> bool:
    """Whether the marked run starts the same processes as the plain one and does all else alike, markers aside."""
    return expected(template, marker, originals) == expected(plain, marker, {})


def expressible(template: Outcome, marker: str, payload_map: _Texts) -> bool:
    """Whether the payload may stand wherever the markers stand.

    No program is chosen by it, and where it is part of a path it neither is empty nor brings a folder of its own.
    """
    spawns = template.processes.spawns
    if any(marker in name for spawn in spawns for name in (spawn.exe, *spawn.argv[:1])):
        return False
    paths = [path for path, _ in template.processes.files] + [spawn.cwd for spawn in spawns]
    paths += [*_paths(template.value), *_paths(template.args_after)]
    proper = all(text and "/" not in text for text in payload_map.values())
    return proper or not any(marker in path for path in paths)


def _opaque(case: PayloadCase, template: Outcome, direct: Outcome) -> bool:
    """The commands made of the payload are the template's; later ones may lack, as the first had other results."""
    made = [spawn.argv for spawn in direct.processes.spawns if spawn.via == "py"]
    filled = expected(template, case.marker, case.texts).processes.spawns
    wanted = [spawn.argv for spawn in filled if spawn.via == "py"]
    return made == wanted[: len(made)] and bool(made) == bool(wanted)


def _confirmed(case: PayloadCase, template: Outcome, run: Outcome, escaped: str) -> bool:
    """Programs receive the payload itself; what never went through the shell still has it escaped."""
    raw = expected(template, case.marker, case.texts)
    as_escaped = expected(template, case.marker, dict.fromkeys(case.numbers, escaped))
    seen, wanted, other = _facts(run), _facts(raw), _facts(as_escaped)
    return len(seen) == len(wanted) and all(one in options for one, *options in zip(seen, wanted, other, strict=True))


def _facts(outcome: Outcome) -> list[object]:
    """Everything that one run is compared by, piece by piece; shells themselves are left out."""
    processes = outcome.processes
    spawns = [spawn for spawn in processes.spawns if spawn.exe.rpartition("/")[2] not in SHELLS]
    pieces: list[object] = [outcome.kind, outcome.error, outcome.value, outcome.fields, outcome.args_after, outcome.stdout]
    pieces += [outcome.message if outcome.raised_by_source else "", len(spawns), processes.files]
    for spawn in spawns:
        pieces += [spawn.exe, len(spawn.argv), *spawn.argv, spawn.cwd, spawn.env, spawn.stdin]
    return pieces


def _paths(tree: Tree) -> list[str]:
    if not isinstance(tree, list | tuple) or not tree:
        return []
    if tree[0] == _PATH:
        return [part for part in tree[1:] if isinstance(part, str)]
    return [path for part in tree[1:] for path in _paths(part)]


def _canonical(tree: Tree) -> str:
    return json.dumps(tree, separators=(",", ":"))


def _first(pair: tuple[str, str | None]) -> str:
    return pair[0]
