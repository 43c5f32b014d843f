"""`serve --docker`: the image in a container of the local Docker engine, for machines that cannot confine code themselves."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import docker
import httpx
from docker.errors import BuildError, DockerException, ImageNotFound, NotFound
from docker.models.containers import Container

from code_review_env.env.errors import SandboxUnavailable
from code_review_env.server.settings import Settings

IMAGE: Final = "code-review-env"
SOURCES: Final = Path(__file__).parents[1]
VOLUME: Final = "code-review-env-data"
PORT: Final = "8000/tcp"
MEMORY: Final = "4g"
"""A server with two workers takes 0.4 GB; the rest is the submissions' own, each with a limit of its own."""

PIDS: Final = 2048
HEALTHY_S: Final = 60.0
POLL_S: Final = 0.2
STOP_S: Final = 5
_KEPT_OUT: Final = frozenset({"CRE_HOST", "CRE_PORT", "CRE_DATA_DIR"})
"""Settings of the host that mean something else within."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to run.

    Attributes:
        host: address of this machine to listen on.
        port: TCP port of this machine.
        image: its name; built from the checkout, or else pulled, where the engine has none.
        runtime: of the engine, as `runsc` for gVisor; "" for its usual one.
        tasks: folder of task files, seen at /tasks.
        environment: settings within.
    """

    host: str
    port: int
    image: str = IMAGE
    runtime: str = ""
    tasks: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


def order(settings: Settings, environ: Mapping[str, str], *, image: str, runtime: str, tasks: Path | None) -> Order:
    """What the options and settings of this process come to within a container."""
    inside = {name: value for name, value in environ.items() if name.startswith("CRE_") and name not in _KEPT_OUT}
    flags = {"CRE_ALLOW_UNSANDBOXED": settings.allow_unsandboxed, "CRE_OPEN_SCORING": settings.open_scoring}
    inside |= {name: "1" for name, given in flags.items() if given}
    return Order(settings.host, settings.port, image, runtime, tasks, inside)


def arguments(order: Order) -> dict[str, Any]:
    """Keywords for the engine: nothing writable but data and /tmp, no privilege to gain, limits on memory and processes."""
    volumes = {VOLUME: {"bind": "/data", "mode": "rw"}}
    command = ["python", "-m", "code_review_env", "serve"]
    if order.tasks is not None:
        volumes[str(order.tasks.resolve())] = {"bind": "/tasks", "mode": "ro"}
        command += ["--tasks", "/tasks"]
    return {
        "command": command,
        "read_only": True,
        "tmpfs": {"/tmp": "size=512m,mode=1777"},  # noqa: S108 - a fresh one of the container
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges"],
        "mem_limit": MEMORY,
        "pids_limit": PIDS,
        "ports": {PORT: (order.host, order.port)},
        "volumes": volumes,
        "environment": dict(order.environment),
        **({"runtime": order.runtime} if order.runtime else {}),
    }


def serve(order: Order) -> None:
    """Serve until interrupted; prints what the container prints.

    Raises:
        SandboxUnavailable: no engine answers, there is no such image, or the container ended by itself.
    """
    with _engine() as client:
        _fetch(client, order.image)
        container = client.containers.create(order.image, **arguments(order))
        try:
            container.start()
            _follow(container, f"http://{order.host}:{order.port}/health")
        finally:
            with suppress(NotFound):
                container.stop(timeout=STOP_S)
                container.remove(force=True)


@contextmanager
def _engine() -> Iterator[docker.DockerClient]:
    try:
        client = docker.from_env()
        client.ping()
    except DockerException as error:
        address = os.environ.get("DOCKER_HOST", "its usual socket")
        message = f"no Docker engine answers at {address}; start one, or serve without --docker ({error})"
        raise SandboxUnavailable(message) from error
    with closing(client):
        try:
            yield client
        except BuildError as error:
            message = f"the image could not be built: {error.msg}"
            raise SandboxUnavailable(message) from error
        except DockerException as error:
            message = f"the Docker engine refused: {error}"
            raise SandboxUnavailable(message) from error


def _fetch(client: docker.DockerClient, image: str) -> None:
    with suppress(ImageNotFound):
        client.images.get(image)
        return
    if image == IMAGE and (SOURCES / "Dockerfile").is_file():
        sys.stderr.write(f"building {image} from {SOURCES}, which takes some minutes\n")
        client.images.build(path=str(SOURCES), tag=image, rm=True)
    else:
        sys.stderr.write(f"pulling {image}\n")
        client.images.pull(image)


def _follow(container: Container, health: str) -> None:
    told = threading.Thread(target=_tell, args=(container,), daemon=True)
    told.start()
    with _interrupted_by_sigterm(), suppress(KeyboardInterrupt):
        _wait_healthy(container, health)
        sys.stderr.write(f"healthy: {health.removesuffix('/health')}; Ctrl+C ends it\n")
        status = int(container.wait()["StatusCode"])
        message = f"the container ended by itself with status {status}"
        raise SandboxUnavailable(message)


def _tell(container: Container) -> None:
    for piece in container.logs(stream=True, follow=True):
        sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()


def _wait_healthy(container: Container, health: str) -> None:
    deadline = time.monotonic() + HEALTHY_S
    while time.monotonic() < deadline:
        container.reload()
        if container.status == "exited":
            break
        with suppress(httpx.TransportError):
            if httpx.get(health, timeout=POLL_S * 5).is_success:
                return
        time.sleep(POLL_S)
    message = f"the container is {container.status} and not healthy; its last words stand above"
    raise SandboxUnavailable(message)


@contextmanager
def _interrupted_by_sigterm() -> Iterator[None]:
    """A service manager's way to end us is the same as a person's."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
