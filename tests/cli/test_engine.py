"""`serve --docker`: what the container may do, and what happens where no engine answers."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import docker
import httpx
import pytest

from code_review_env.cli.engine import IMAGE, arguments, order
from code_review_env.server.settings import Settings

COMMAND = [sys.executable, "-m", "code_review_env", "serve", "--docker"]


def test_the_container_gets_no_more_than_it_needs(tmp_path: Path) -> None:
    """A read-only root, no capability, limits, one port of one address; folders of the host stay out."""
    settings = Settings(host="127.0.0.1", port=8123, open_scoring=True)
    environ = {"CRE_WORKERS": "3", "CRE_DATA_DIR": "/mine", "CRE_HOST": "::1", "SECRET": "s"}
    given = arguments(order(settings, environ, image=IMAGE, runtime="runsc", tasks=tmp_path))
    assert given["environment"] == {"CRE_WORKERS": "3", "CRE_OPEN_SCORING": "1"}
    assert given["ports"] == {"8000/tcp": ("127.0.0.1", 8123)}
    assert (given["read_only"], given["cap_drop"], given["security_opt"]) == (True, ["ALL"], ["no-new-privileges"])
    assert (given["mem_limit"], given["pids_limit"], given["runtime"]) == ("4g", 2048, "runsc")
    assert given["volumes"][str(tmp_path)] == {"bind": "/tasks", "mode": "ro"}
    assert given["command"][-2:] == ["--tasks", "/tasks"]
    assert "runtime" not in arguments(order(settings, {}, image=IMAGE, runtime="", tasks=None))


def test_no_engine_is_one_clear_line(tmp_path: Path) -> None:
    """Whoever has none reads what was asked and what to do instead, with the exit status of our machinery."""
    environ = os.environ | {"DOCKER_HOST": f"unix://{tmp_path}/docker.sock"}
    done = subprocess.run(COMMAND, env=environ, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 3
    assert done.stderr.startswith(f"error: no Docker engine answers at unix://{tmp_path}/docker.sock; start one, or serve")
    assert done.stderr.count("\n") == 1


@pytest.fixture
def engine() -> Iterator[docker.DockerClient]:
    """The engine of this machine, with our image."""
    if "DOCKER_HOST" not in os.environ and not Path("/var/run/docker.sock").exists():
        pytest.skip("a Docker engine is needed: none listens on its usual socket and DOCKER_HOST is not set")
    try:
        client = docker.from_env()
        client.images.get(IMAGE)
    except docker.errors.DockerException as error:
        pytest.skip(f"a Docker engine with the image {IMAGE} is needed: {error}")
    with contextlib.closing(client):
        yield client


@pytest.mark.proof
def test_an_engine_serves_an_episode(engine: docker.DockerClient) -> None:
    """Health, a reset, then SIGTERM leaves no container behind."""
    before = {one.id for one in engine.containers.list(all=True)}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    url = f"http://127.0.0.1:{port}"
    with subprocess.Popen([*COMMAND, "--port", str(port)]) as process:
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline and process.poll() is None:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{url}/health").json()["sandbox"]["level"] in {"A", "B"}:
                    break
            time.sleep(0.2)
        seen = httpx.post(f"{url}/reset", json={"seed": 7}, timeout=30).raise_for_status().json()
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    assert seen["observation"]["stage"] == "easy"
    assert {one.id for one in engine.containers.list(all=True)} == before
