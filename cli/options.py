"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
Out = Annotated[Path | None, typer.Option("--out", help="Write the JSON object to this file as well.")]
Url = Annotated[str | None, typer.Option(help="Play on a running server instead of in process.")]
Model = Annotated[str, typer.Option(help="Of an agent with a model: its id, its name at --base-url, a folder, a GGUF file.")]
Skills = Annotated[str, typer.Option(help="Of `rules`: style, shell, complexity with commas between them; all by default.")]
BaseUrl = Annotated[str, typer.Option(help="OpenAI-compatible address of the model; by default the Hub's providers.")]
Provider = Annotated[str, typer.Option(help="Of the Hub; `auto` asks it who serves the model.")]
Temperature = Annotated[float, typer.Option(min=0.0, max=2.0, help="Of a first attempt; repeats raise it.")]
MaxTokens = Annotated[int, typer.Option(min=1, help="Longest reply of the model.")]
Upload = Annotated[str, typer.Option(help="Address of a server on whose leaderboard the run is to stand.")]
Row = Annotated[
    str, typer.Option("--as", help="NAME@VERSION on the leaderboard; by default the agent, and this package with its commit.")
]
