"""Fresh values of a shape, and small changes to a value that keep its shape."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from code_review_env.tasks.atoms import Atoms
from code_review_env.tasks.literal import literal
from code_review_env.tasks.mining import Constants
from code_review_env.tasks.paths import parts
from code_review_env.tasks.shape import Atom, Fixed, Many, Record, Shape, Table, variant

_Edit = Callable[[list[object], Shape], list[object]]

MAX_ITEMS: Final = 10
"""Items of a generated container, unless a larger one was seen."""

_REDRAWN: Final = 0.15
"""Share of changes that draw a new value instead of editing the old one; the only way from None to a value."""


@dataclass(frozen=True, slots=True)
class Mutator:
    """Draws and changes values; the same seed gives the same ones."""

    rng: random.Random
    constants: Constants

    def draw(self, among: Shape) -> object:
        """Any value of the shape, None if nothing is known of it."""
        if not among:
            return None
        match self.rng.choice(among):
            case Atom() as atom:
                return self._atoms.draw(atom)
            case Many(kind=kind, item=item, size=size):
                count = self.rng.randint(0, min(MAX_ITEMS, size + 2)) if item else 0
                return kind(self.draw(item) for _ in range(count))
            case Fixed(kind=kind, items=items):
                return kind(self.draw(item) for item in items)
            case Record() as record:
                fields = dict(record.fields)
                return {name: self.draw(fields[name]) for name in self.rng.choice(record.layouts or ((),))}
            case Table(key=key, value=value, size=size):
                count = self.rng.randint(0, min(MAX_ITEMS, size + 2)) if key and value else 0
                return {self.draw(key): self.draw(value) for _ in range(count)}

    def vary(self, value: object, among: Shape) -> object:
        """A value like `value`, changed in one place or in a few; it may come out equal."""
        if self.rng.random() < _REDRAWN:
            return self.draw(among)
        match variant(value, among):
            case Atom() as atom:
                return self._atoms.draw(atom, near=value)
            case Many() as many:
                return self._many(parts(value), many)
            case Fixed(kind=kind, items=items):
                return kind(self._one(parts(value), items))
            case (Record() | Table()) as one if isinstance(value, dict):
                return self._record(value, one) if isinstance(one, Record) else self._table(value, one)
        return self.draw(among)

    @property
    def _atoms(self) -> Atoms:
        return Atoms(self.rng, self.constants)

    def _one(self, found: list[object], shapes: tuple[Shape, ...]) -> list[object]:
        """One part varied."""
        at = self.rng.randrange(len(found))
        return [self.vary(part, shapes[at]) if index == at else part for index, part in enumerate(found)]

    def _many(self, found: list[object], many: Many) -> object:
        edits: list[_Edit] = [self._grown]
        if found:
            edits = [self._edited, self._edited, self._edited, self._grown, self._dropped, self._repeated, self._reordered]
        new = self.rng.choice(edits)(found, many.item)
        return many.kind(new[: max(MAX_ITEMS, many.size)])

    def _edited(self, found: list[object], item: Shape) -> list[object]:
        return self._one(found, (item,) * len(found))

    def _grown(self, found: list[object], item: Shape) -> list[object]:
        if not item:
            return found
        at = self.rng.randint(0, len(found))
        return [*found[:at], self.draw(item), *found[at:]]

    def _dropped(self, found: list[object], _item: Shape) -> list[object]:
        """Without one item, now and then without any."""
        if self.rng.random() < _REDRAWN:
            return []
        at = self.rng.randrange(len(found))
        return found[:at] + found[at + 1 :]

    def _repeated(self, found: list[object], _item: Shape) -> list[object]:
        at = self.rng.randint(0, len(found))
        return [*found[:at], self.rng.choice(found), *found[at:]]

    def _reordered(self, found: list[object], _item: Shape) -> list[object]:
        return found[::-1] if self.rng.random() < _REDRAWN else self.rng.sample(found, len(found))

    def _record(self, value: dict[str, object], record: Record) -> dict[str, object]:
        if not value:
            return dict(value)
        free = sorted(self.constants.optional & value.keys())
        if free and self.rng.random() < _REDRAWN:
            gone = self.rng.choice(free)
            return {name: part for name, part in value.items() if name != gone}
        fields = dict(record.fields)
        name = self.rng.choice(list(value))
        return value | {name: self.vary(value[name], fields[name])}

    def _table(self, value: dict[object, object], table: Table) -> dict[object, object]:
        new = dict(value)
        if not new or (self.rng.random() < _REDRAWN and len(new) < max(MAX_ITEMS, table.size)):
            return new | ({self.draw(table.key): self.draw(table.value)} if table.key and table.value else {})
        key = self.rng.choice(sorted(new, key=literal))
        if self.rng.random() < _REDRAWN:
            del new[key]
            return new
        return new | {key: self.vary(new[key], table.value)}
