"""Resident memory and open descriptors of processes, as the kernel tells them."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PAGE: Final = os.sysconf("SC_PAGE_SIZE")
MIB: Final = 1 << 20

Family = Mapping[str, Sequence[int]]
"""Process ids by what they are."""


@dataclass(frozen=True, slots=True)
class Usage:
    """All processes of one kind together.

    Attributes:
        processes: how many.
        resident: bytes.
        descriptors: open ones; only root may look into a zygote, to others it shows none.
    """

    processes: int
    resident: int
    descriptors: int


def usage(pids: Sequence[int]) -> Usage:
    """What these processes use now."""
    resident = sum(int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * PAGE for pid in pids)
    return Usage(len(pids), resident, sum(map(_descriptors, pids)))


def _descriptors(pid: int) -> int:
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208 - a count of names
    except PermissionError:
        return 0


@dataclass(slots=True)
class Record:
    """A family of processes, looked at again and again while nothing is under way.

    Attributes:
        title: whose.
        samples: submissions so far -> usage by kind.
    """

    title: str
    samples: dict[int, dict[str, Usage]]

    def take(self, submissions: int, family: Family) -> None:
        """Look once more."""
        self.samples[submissions] = {kind: usage(pids) for kind, pids in family.items()}

    def growth(self, kind: str) -> float:
        """Largest resident memory a process over that of the first sample, less 1."""
        sizes = [sample[kind].resident / sample[kind].processes for sample in self.samples.values()]
        return max(sizes) / sizes[0] - 1

    def leaked(self, kind: str) -> int:
        """Descriptors a process more than in the first sample, at the end."""
        counts = [sample[kind].descriptors // sample[kind].processes for sample in self.samples.values()]
        return counts[-1] - counts[0]

    def table(self) -> str:
        """Every sample: MiB resident and descriptors of each kind."""
        kinds = list(next(iter(self.samples.values())))
        head = "  ".join(f"{kind:>21}" for kind in kinds)
        rows = [f"{self.title}: MiB resident/descriptors", f"submissions  {head}"]
        for submissions, sample in self.samples.items():
            cells = "  ".join(f"{one.resident / MIB:13.1f} / {one.descriptors:5}" for one in sample.values())
            rows.append(f"{submissions:11}  {cells}")
        cells = "  ".join(f"{self.growth(kind):+13.1%} / {self.leaked(kind):+5}" for kind in kinds)
        return "\n".join([*rows, f"{'growth':11}  {cells}"])
