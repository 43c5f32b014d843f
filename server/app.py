"""The one ASGI app: OpenEnv's routes and WebSocket, our own routes, and the page, on one port."""

import functools
import gc
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, Protocol, cast

import uvicorn
from fastapi import FastAPI
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.types import ConcurrencyConfig
from openenv.core.env_server.web_interface import create_web_interface_app
from starlette.types import ASGIApp

from code_review_env.env import assemble
from code_review_env.env.entries import Entries
from code_review_env.env.environment import CodeReviewEnvironment, Parts
from code_review_env.env.shelf import Shelf
from code_review_env.models import CodeReviewAction, CodeReviewObservation, CodeReviewState
from code_review_env.server import credit, errors, logs, mcp, metrics, replaying, routes, scoring
from code_review_env.server.allowance import Allowance
from code_review_env.server.board import routes as board
from code_review_env.server.board.course import Course
from code_review_env.server.board.desk import Desk
from code_review_env.server.keeping import open_store
from code_review_env.server.limits import MAX_BODY, BodyLimit
from code_review_env.server.rates import RateLimit
from code_review_env.server.requests import Requests
from code_review_env.server.settings import Settings
from code_review_env.server.ui import page
from code_review_env.server.ui.players import Players, Run
from code_review_env.tasks.bank import TaskBank

LOG: Final = logging.getLogger(__name__)

ENV_NAME: Final = "code_review_env"
SHUTDOWN_S: Final = 3
"""Seconds that open streams get at shutdown; the page's heartbeat would hold it for ever."""

DAY_S: Final = 86_400


class Kept(Protocol):
    """Something that is kept for a time."""

    def prune(self, before: float) -> object:
        """Forget what is older than a POSIX time in seconds."""


NOBODY: Final[Mapping[str, Run]] = MappingProxyType({})
"""No agent to start from the page."""


def build(
    settings: Settings, bank: TaskBank | None = None, runs: Mapping[str, Run] = NOBODY, *, models: Mapping[str, Run] = NOBODY
) -> FastAPI:
    """Build the app; the sandbox starts here and ends with the app's lifespan.

    Args:
        settings: of the server.
        bank: tasks to serve, the packaged ones by default.
        runs: agents that a visitor of the page may start, by name.
        models: agents whose model somebody pays for, likewise; they have a daily allowance.

    Raises:
        ConfinementMissing: a required sandbox layer is not in force.
    """
    stack = ExitStack()
    parts = _parts(settings, bank, stack)
    shelf = Shelf(parts.store.database)
    allowance = Allowance(parts.store.database, settings.agent_runs_each, settings.agent_runs_in_all)
    _forget(settings.retention_days, parts.store, Entries(parts.store.database), shelf, allowance)
    series = metrics.metrics(parts.scorer.pool)
    parts = replace(parts, witness=series.count, bank=replace(parts.bank, brought=shelf.find))
    desk = Desk(Course(settings.board, parts.bank.digest), parts)
    stack.enter_context(desk.open())
    app = _openenv(parts, settings)
    errors.register(app)
    app.add_middleware(BodyLimit)
    routes.register(app, parts)
    credit.register(app, parts)
    scoring.register(app, parts, open_scoring=settings.open_scoring)
    replaying.register(app, parts, open_scoring=settings.open_scoring)
    board.register(app, desk)
    metrics.register(app, series)
    mcp.register(app, parts, open_scoring=settings.open_scoring)
    routes.lead_home(app, openenv_web=settings.openenv_web)
    note = page.kept(settings.retention_days, ephemeral=settings.data_keeps == "ephemeral")
    app = page.mount(app, parts, desk=desk, players=Players(parts, allowance, runs, models), note=note)
    if settings.rate_per_minute:
        app.add_middleware(RateLimit, per_minute=settings.rate_per_minute)
    app.add_middleware(Requests, series=series)
    _close_with(app, stack)
    return app


def _parts(settings: Settings, bank: TaskBank | None, stack: ExitStack) -> Parts:
    store = stack.enter_context(open_store(settings.data_dir, settings.data_keeps))
    store.database.compact()
    parts = stack.enter_context(
        assemble.parts(settings.pool(), store, _bank(settings, bank), analysers=settings.analysers, weights=settings.weights)
    )
    if parts.weights.warning:
        LOG.warning(parts.weights.warning)
    return parts


def _forget(days: float, *kept: Kept) -> None:
    """What is older than so many days."""
    for one in kept:
        one.prune(time.time() - days * DAY_S)


def _bank(settings: Settings, bank: TaskBank | None) -> TaskBank:
    return replace(bank or TaskBank.load(), salt=settings.private_salt.get_secret_value())


def _openenv(parts: Parts, settings: Settings) -> FastAPI:
    """OpenEnv's app. Whether it brings its form at `/web` is our setting's choice alone, not `ENABLE_WEB_INTERFACE`'s."""
    create: Callable[..., FastAPI] = create_web_interface_app if settings.openenv_web else create_fastapi_app
    concurrency = ConcurrencyConfig(max_concurrent_envs=settings.sessions, session_timeout=settings.session_timeout_s)
    return create(
        functools.partial(CodeReviewEnvironment, parts),
        CodeReviewAction,
        CodeReviewObservation,
        env_name=ENV_NAME,
        concurrency_config=concurrency,
        state_cls=CodeReviewState,
    )


def _close_with(app: FastAPI, stack: ExitStack) -> None:
    """Close the parts when the app's lifespan ends, after everything that was mounted on it.

    What start-up left in memory stays until then: a full collection over all of it would halt every answer for 0.2 s.
    """
    inner = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(scope: FastAPI) -> AsyncIterator[Mapping[str, Any] | None]:
        with stack:
            async with inner(scope) as state:
                gc.collect()
                gc.freeze()
                yield state
                gc.unfreeze()

    app.router.lifespan_context = cast("Any", lifespan)  # Starlette's annotation cannot say "either kind of state"


def serve(
    settings: Settings, bank: TaskBank | None = None, runs: Mapping[str, Run] = NOBODY, *, models: Mapping[str, Run] = NOBODY
) -> None:
    """Serve until interrupted."""
    logs.configure(settings.log)
    uvicorn.Server(listening(settings, build(settings, bank, runs, models=models))).run()


def listening(settings: Settings, app: ASGIApp) -> uvicorn.Config:
    """How the app listens; who a client is, is told by nobody but a proxy that is trusted."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        timeout_graceful_shutdown=SHUTDOWN_S,
        ws_max_size=MAX_BODY,
        log_config=None,
        access_log=False,
        proxy_headers=bool(settings.trusted_proxy),
        forwarded_allow_ips=settings.trusted_proxy,
    )


def main() -> None:
    """Entry point of the `server` script."""
    serve(Settings())


@functools.cache
def _app() -> FastAPI:
    return build(Settings())


def __getattr__(name: str) -> FastAPI:
    """`app` for `uvicorn server.app:app`, built on first use so that an import starts no sandbox."""
    if name != "app":
        raise AttributeError(name)
    return _app()


if __name__ == "__main__":
    main()
