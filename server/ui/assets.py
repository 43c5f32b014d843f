"""The script bundle, at an address that changes with its content, so that a browser may keep it for ever."""

import hashlib
from importlib import resources
from typing import Final

from fastapi import FastAPI
from fastapi.responses import Response

_FOREVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}


def script(app: FastAPI) -> str:
    """Serve the bundle; returns the tag that asks for it."""
    content = _web("editor.js")
    path = f"/ui-assets/{hashlib.sha256(content).hexdigest()[:16]}.js"  # Gradio has a /static and an /assets of its own

    @app.get(path, include_in_schema=False)
    def read() -> Response:
        return Response(content, media_type="text/javascript", headers=_FOREVER)

    return f'<script defer src="{path}"></script>'


def style() -> str:
    """The style sheet."""
    return _web("page.css").decode()


def _web(name: str) -> bytes:
    return resources.files("code_review_env.server.ui").joinpath("web", name).read_bytes()
