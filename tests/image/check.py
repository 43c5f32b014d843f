"""`make image-check`: builds the image, runs it as uid 1000 on a root that cannot be written, plays, stops and restarts it.

Prints each condition with its figure and limit. Ends with 1 and one line a condition that does not hold.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
from container import UID, Container
from playing import SEED, STAGES, Interrupted, by_http, by_websocket, post
from sbom import count, fault, sbom
from sizes import MB, added, by_owner, owners, table

from build import Builder, Failed, Image
from code_review_env.tasks.bank import TaskBank

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build/image"
LARGEST_MB: Final = 450
READY_S: Final = 8.0
STOPPED_S: Final = 5.0
SHOWN: Final = 25
CLEARED: Final = 0.99
LABELS: Final = ("title", "description", "version", "revision", "licenses")


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that must hold.

    Attributes:
        name: what.
        found: what was seen.
        holds: whether that is good.
    """

    name: str
    found: str
    holds: bool

    def line(self) -> str:
        """As it is printed."""
        return f"{'ok  ' if self.holds else 'FAIL'} {self.name}: {self.found}"


def on_paper(image: Image, version: str) -> Iterator[Condition]:
    """What the image says of itself."""
    config = image.config
    labels = {name: config["Labels"].get(f"org.opencontainers.image.{name}", "") for name in LABELS}
    missing = [name for name, value in labels.items() if not value]
    yield Condition("OCI labels", f"version {labels['version']}, missing {missing or 'none'}", not missing)
    yield Condition("its version is the project's", labels["version"], labels["version"] == version)
    yield Condition("user", config["User"], config["User"] == "user")
    health = config.get("Healthcheck") or {}
    yield Condition("HEALTHCHECK", " ".join(health.get("Test", ["none"]))[:60], health.get("StartPeriod") == 30 * 10**9)
    address = "CRE_HOST=0.0.0.0" in config["Env"] and "8000/tcp" in config["ExposedPorts"]
    yield Condition("listens to everyone on port 8000", str(list(config["ExposedPorts"])), address)


def weight(image: Image) -> Iterator[Condition]:
    """How much lies above the base, and whose it is."""
    rows = by_owner(added(image.root, image.base), owners(image.root))
    sys.stdout.write(table(rows, SHOWN) + "\n")
    total = sum(image.layers) / MB
    layers = " + ".join(f"{size / MB:.1f}" for size in image.layers if size > MB / 10)
    yield Condition("layers above the base", f"{total:.0f} MB ({layers}), at most {LARGEST_MB}", total <= LARGEST_MB)


def contents(image: Image, version: str) -> Iterator[Condition]:
    """The bill of materials, written beside the report."""
    document = sbom(image.root, "code-review-env", version)
    path = FOLDER / "sbom.cdx.json"
    path.write_text(document, "utf-8")
    wrong = fault(document)
    yield Condition("CycloneDX", wrong or f"{count(document)} components in {path.relative_to(ROOT)}", not wrong)


def alive(container: Container, bank: TaskBank) -> Iterator[Condition]:
    """A first life: confinement, both roads to a full episode."""
    status = container.status()
    yield Condition("runs as", f"uid {status['Uid'].split()[0]}, process {status['NSpid'].split()[-1]}", _unprivileged(status))
    health: dict[str, Any] = httpx.get(f"{container.url}/health", timeout=30).json()
    level = health["sandbox"]["level"]
    yield Condition("level of confinement", level, level in {"A", "B"})
    for road, rewards in (("HTTP", by_http(container.url, bank)), ("WebSocket", by_websocket(container.url, bank))):
        yield Condition(f"a full episode over {road}", str(rewards), rewards == [CLEARED] * len(STAGES))
    shown = httpx.get(container.url, timeout=30)
    yield Condition("the page", str(shown.status_code), shown.is_success and "Code Review" in shown.text)


def _unprivileged(status: Any) -> bool:
    return set(status["Uid"].split()) == {str(UID)} and int(status["CapEff"], 16) == 0 and status["NoNewPrivs"] == "1"


def stopped(container: Container, bank: TaskBank) -> Iterator[Condition]:
    """SIGTERM in the middle of a step, then a second life on the same data."""
    interrupted = Interrupted(post(f"{container.url}/reset", {"seed": SEED})["observation"]["episode_id"])
    second = interrupted.begin(container.url, bank)
    seconds = container.stop()
    second.join()
    yield Condition("ends after SIGTERM", f"{seconds:.1f} s, at most {STOPPED_S:g}", seconds <= STOPPED_S)
    yield Condition("starts again", container.start().told(), holds=True)
    lost = interrupted.fault(container.url)
    yield Condition("no episode lost", lost or f"{interrupted.answered} answered steps are there", not lost)


def conditions(image: Image, version: str) -> Iterator[Condition]:
    """All, as they are found."""
    yield from on_paper(image, version)
    yield from weight(image)
    yield from contents(image, version)
    data, log = FOLDER / "data", FOLDER / "container.log"
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir()
    os.chown(data, UID, UID)
    container = Container(image, data, log)
    bank = TaskBank.load()
    try:
        start = container.start()
        yield Condition("ready", f"{start.told()}, the lesser at most {READY_S:g}", start.seconds <= READY_S)
        yield from alive(container, bank)
        yield from stopped(container, bank)
    finally:
        container.stop()


def revision() -> str:
    """The commit that is checked out, or "unknown" where the sources are no checkout."""
    command = ["git", "-c", "safe.directory=*", "-C", str(ROOT), "rev-parse", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def main() -> int:
    """Exit status."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    builder = Builder(FOLDER, ROOT)
    failed = []
    try:
        image = builder.image({"VERSION": version, "REVISION": revision()})
        for one in conditions(image, version):
            sys.stdout.write(one.line() + "\n")
            sys.stdout.flush()
            failed += [one] if not one.holds else []
    except (Failed, httpx.HTTPError) as error:
        sys.stderr.write(f"FAIL {error}\n")
        return 1
    finally:
        builder.close()
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
