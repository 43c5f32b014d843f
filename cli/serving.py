"""`serve`: the server in this process, or in a container of the image."""

import os
from pathlib import Path
from typing import Annotated

import typer

from code_review_env.cli.ending import reporting_errors
from code_review_env.cli.finding import bank_with
from code_review_env.server.settings import Settings


def serve(  # noqa: PLR0913 - each option of the command is a parameter
    host: Annotated[str | None, typer.Option(help="Address to listen on; CRE_HOST, else 127.0.0.1.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="TCP port; CRE_PORT, else 8000.")] = None,
    tasks: Annotated[Path | None, typer.Option(help="Folder of task files to serve beside the bank, as split `own`.")] = None,
    *,
    allow_unsandboxed: Annotated[bool, typer.Option(help="Score even where no sandbox layer is in force.")] = False,
    open_scoring: Annotated[bool, typer.Option(help="Let POST /score judge tasks of the test split too.")] = False,
    in_docker: Annotated[bool, typer.Option("--docker", help="Serve from the image, in a container.")] = False,
    image: Annotated[str, typer.Option(help="Of --docker.")] = "code-review-env",
    runtime: Annotated[str, typer.Option(help="Of --docker: runsc for gVisor.")] = "",
) -> None:
    """Serve the OpenEnv API and the page on one port. Episodes are kept under CRE_DATA_DIR."""
    given = {"host": host, "port": port, "allow_unsandboxed": allow_unsandboxed or None, "open_scoring": open_scoring or None}
    with reporting_errors():
        settings = Settings().model_copy(update={name: value for name, value in given.items() if value is not None})
        if in_docker:
            from code_review_env.cli import engine  # noqa: PLC0415 - as below

            engine.serve(engine.order(settings, os.environ, image=image, runtime=runtime, tasks=tasks))
            return
        from code_review_env.cli.exhibition import models, runs  # noqa: PLC0415 - OpenEnv takes seconds to import
        from code_review_env.server.app import serve as run  # noqa: PLC0415 - Gradio takes seconds to import

        bank = bank_with(tasks)
        run(settings, bank, runs(bank), models=models(settings))
