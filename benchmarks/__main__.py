"""`python -m code_review_env.benchmarks [PART ...]`: runs the parts, prints tables and targets, writes record and plot.

A whole run goes to `docs/benchmarks/`, a part alone to `build/bench/`, so that the published figures are of one run.
"""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from code_review_env.benchmarks import plot, record, report
from code_review_env.benchmarks.parts import PARTS, run
from code_review_env.benchmarks.rig import Rig, rig
from code_review_env.benchmarks.setting import HOME, Setting

ROOT: Final = Path(__file__).parents[1]
WHOLE: Final = ROOT / "docs/benchmarks"


def main(
    parts: Annotated[list[str] | None, typer.Argument(help=f"{', '.join(PARTS)}; all by default.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of bench.json and bench.svg.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Times that each side treats the whole corpus.")] = 5,
) -> None:
    """Measure, print, write."""
    chosen = parts or list(PARTS)
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        message = f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}"
        raise typer.BadParameter(message)
    with rig(Setting(say=_say, rounds=rounds)) as opened:
        done = measure(chosen, opened)
    report.show(done)
    folder = out or (WHOLE if chosen == list(PARTS) else HOME)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench.json").write_text(done.model_dump_json(indent=1) + "\n", "utf-8")
    (folder / "bench.svg").write_text(plot.draw(done), "utf-8")
    _say(f"written: {folder / 'bench.json'} and bench.svg")


def measure(parts: Sequence[str], rig: Rig) -> record.Record:
    """Run the parts, one after the other, and collect what they found."""
    began, date, load = time.monotonic(), record.now(), os.getloadavg()[0]
    found = run(parts, rig)
    return record.Record(
        date=date,
        seconds=round(time.monotonic() - began, 1),
        parts=tuple(parts),
        machine=record.machine(),
        versions=record.versions(rig.scorer(1).linter.version),
        level=rig.scorer(1).pool.status().level,
        load=round(load, 2),
        figures=found.figures,
        left=found.left,
        targets=found.targets,
    )


def _say(words: str) -> None:
    sys.stderr.write(f"    {words}\n")


if __name__ == "__main__":
    cli = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    cli.command()(main)
    cli()
