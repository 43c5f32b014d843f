"""A record as text: a table for each part, then the targets."""

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table

from code_review_env.benchmarks.record import Figure, Record, Target
from code_review_env.charts.svg import number

MIN_WIDTH = 130
"""Columns where the output is no terminal."""


def show(record: Record) -> None:
    """Print everything."""
    console = Console()
    console = console if console.is_terminal else Console(width=MIN_WIDTH)
    machine = record.machine
    console.print(
        f"\n{record.date}, {machine.cores} x {machine.cpu}, Linux {machine.kernel}, load {record.load:.2f} at the start; "
        f"Python {record.versions['python']}, ruff {record.versions['ruff']}, level {record.level}; {record.seconds:.0f} s\n"
    )
    for part in record.parts:
        rows = [one for one in record.figures if one.part == part]
        console.print(_table(part, rows))
    for one in record.left:
        console.print(f"left out: {one.part}, {one.subject}: {one.reason}")
    console.print(_targets(record.targets))


def _table(title: str, rows: list[Figure]) -> Table:
    columns = list(dict.fromkeys((one.metric, one.unit) for one in rows))
    table = Table(title=title, title_justify="left")
    table.add_column("", no_wrap=True)
    for metric, unit in columns:
        table.add_column(f"{metric}\n{unit}", justify="right")
    for subject in dict.fromkeys(one.subject for one in rows):
        cells = {(one.metric, one.unit): number(one.value) for one in rows if one.subject == subject}
        table.add_row(subject, *(cells.get(column, "") for column in columns))
    return table


def _targets(targets: Iterable[Target]) -> Table:
    table = Table(title="targets", title_justify="left")
    table.add_column("", no_wrap=True)
    for name in ("promised", "measured", ""):
        table.add_column(name, justify="right")
    for one in targets:
        promised = f"<= {number(one.at_most)}" if one.at_most is not None else f">= {number(one.at_least or 0)}"
        table.add_row(one.name, promised, number(one.value), "met" if one.met else "[bold red]MISSED[/]")
    return table
