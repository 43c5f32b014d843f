"""Routes of our own beside OpenEnv's: health that tells the confinement, and the honest state of an episode."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Final, Literal

from fastapi import APIRouter, FastAPI, Header
from fastapi.responses import PlainTextResponse, RedirectResponse
from pydantic import BaseModel

from code_review_env.env.access import load_bundle, load_open, load_owned
from code_review_env.env.environment import Parts
from code_review_env.env.feedback.trace import rows, written
from code_review_env.env.observe import state_of
from code_review_env.models import CodeReviewState

NDJSON: Final = "application/x-ndjson"
Owner = Annotated[str | None, Header(description="Secret given at reset, where one was.", alias="X-Owner")]


class SandboxHealth(BaseModel):
    """Confinement in force, from a self-test that did the forbidden acts.

    Attributes:
        level: A (seccomp and Landlock), B (seccomp), C (rlimits only).
        selftest: whether every forbidden act was refused.
        landlock_abi: of the kernel, 0 where it has none.
        missing: layers that are not in force, each with its reason.
        workers: sandbox workers alive.
        python: version that runs submissions.
        ruff: version that lints them.
        type_checker: what checks their types, with its version.
    """

    level: str
    selftest: Literal["pass", "fail"]
    landlock_abi: int
    missing: tuple[str, ...]
    workers: int
    python: str
    ruff: str
    type_checker: str


class Health(BaseModel):
    """`status` is what OpenEnv clients read."""

    status: Literal["healthy", "unhealthy"]
    selftest: Literal["pass", "fail"]
    sandbox: SandboxHealth
    version: str
    reward_version: str
    bank_digest: str


class BundleView(BaseModel):
    """An analysis bundle.

    Attributes:
        bundle_id: sha256 of the canonical form of `bundle`.
        bundle: the hash domain.
        trace: what lies beside it: machine, sandbox level, CPU time.
    """

    bundle_id: str
    bundle: dict[str, object]
    trace: Mapping[str, object]


def register(app: FastAPI, parts: Parts) -> None:
    """Add our routes; `/health` replaces OpenEnv's, which cannot know the sandbox."""
    app.router.routes[:] = [route for route in app.router.routes if getattr(route, "path", None) != "/health"]
    app.include_router(_health(parts))
    app.include_router(_episodes(parts))
    app.include_router(_bundles(parts))
    app.include_router(_replays(parts))


def lead_home(app: FastAPI, *, openenv_web: bool) -> None:
    """`/` is the page's. `/web` leads there as well, unless OpenEnv's own form stands at it."""
    app.router.routes[:] = [route for route in app.router.routes if getattr(route, "path", None) != "/"]
    if not openenv_web:
        app.add_api_route("/web", lambda: RedirectResponse("/"), include_in_schema=False)


def _health(parts: Parts) -> APIRouter:
    router = APIRouter(tags=["Health"])

    @router.get("/health")
    async def health() -> Health:
        """Whether the server may be trusted with a submission; never waits for the sandbox."""
        status = parts.scorer.pool.status()
        sandbox = SandboxHealth(
            level=status.level.value,
            selftest=status.selftest,
            landlock_abi=status.landlock_abi,
            missing=status.missing,
            workers=status.workers,
            python=status.python,
            ruff=parts.tools.ruff,
            type_checker=f"{parts.tools.checker} {parts.tools.types}",
        )
        return Health(
            status="healthy" if status.selftest == "pass" else "unhealthy",
            selftest=status.selftest,
            sandbox=sandbox,
            version=parts.version,
            reward_version=parts.reward_version,
            bank_digest=parts.bank.digest,
        )

    return router


def _episodes(parts: Parts) -> APIRouter:
    router = APIRouter(prefix="/episodes", tags=["Episodes"])

    @router.get("/{episode_id}")
    def read(episode_id: str, owner: Owner = None) -> CodeReviewState:
        """State of an episode, also after the connection that began it is gone."""
        return state_of(load_owned(parts.store, episode_id, owner), parts.reward_version)

    @router.get("/{episode_id}/trace", response_class=PlainTextResponse)
    def trace(episode_id: str, owner: Owner = None) -> PlainTextResponse:
        """The episode as NDJSON from which every number of it can be computed again; see `POST /replay`."""
        episode = load_open(parts.store, episode_id, owner)
        return PlainTextResponse("".join(written(rows(episode, parts.store.bundle))), media_type=NDJSON)

    @router.delete("/{episode_id}", status_code=204)
    def forget(episode_id: str, owner: Owner = None) -> None:
        """Delete an episode with all its submissions."""
        load_owned(parts.store, episode_id, owner)
        parts.store.delete(episode_id)

    return router


def _replays(parts: Parts) -> APIRouter:
    router = APIRouter(prefix="/replays", tags=["Episodes"])

    @router.get("/{name}/trace", response_class=PlainTextResponse)
    def trace(name: str) -> PlainTextResponse:
        """As the trace of an episode, by its read-only name, which stands in place of the id: that would allow steps."""
        episode = load_open(parts.store, parts.store.shared(name), None)
        told = replace(episode, terms=replace(episode.terms, episode_id=name))
        return PlainTextResponse("".join(written(rows(told, parts.store.bundle))), media_type=NDJSON)

    return router


def _bundles(parts: Parts) -> APIRouter:
    router = APIRouter(prefix="/bundles", tags=["Episodes"])

    @router.get("/{bundle_id}")
    def read(bundle_id: str, owner: Owner = None) -> BundleView:
        """All facts of a submission; `bundle_id` is the sha256 of `bundle` in the canonical form of RFC 8785."""
        found = load_bundle(parts.store, bundle_id, owner)
        return BundleView(bundle_id=found.id, bundle=found.document(), trace=found.trace)

    return router
