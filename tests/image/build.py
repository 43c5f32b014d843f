"""Builds the real Dockerfile without an engine: buildah, over a base of debootstrap's, laid out like the official one."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

SUITE: Final = "bookworm"
BASE: Final = f"localhost/python:3.11-slim-{SUITE}"
IMAGE: Final = "localhost/code-review-env:latest"
INCLUDED: Final = ("ca-certificates", "python3.11", "python3.11-venv")
"""Beside Debian's minimal system; the official base builds its Python from source, this one takes Debian's."""

CERTIFICATES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
PATH: Final = "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"
TOOLS: Final = {"buildah": "buildah", "debootstrap": "debootstrap", "unshare": "util-linux", "setpriv": "util-linux"}
"""Command -> Debian package."""


class Failed(Exception):
    """A condition of the check does not hold; the message is its one line."""


@dataclass(frozen=True, slots=True)
class Image:
    """What was built.

    Attributes:
        root: its files, mounted.
        base: files of what it stands on, mounted.
        config: as the image's own JSON tells it.
        layers: unpacked bytes of each layer above the base.
    """

    root: Path
    base: Path
    config: Mapping[str, Any]
    layers: Sequence[int]


class Builder:
    """A store of images under a folder of the checkout."""

    def __init__(self, folder: Path, context: Path) -> None:
        self._folder = folder
        self._context = context
        self._made: list[str] = []

    def image(self, labels: Mapping[str, str]) -> Image:
        """Build the image, and the base where this checkout has none yet.

        Args:
            labels: build arguments of the Dockerfile.

        Raises:
            Failed: a tool is missing, or a build failed.
        """
        check_tools()
        self._folder.mkdir(parents=True, exist_ok=True)
        if self._buildah("images", "--quiet", "--filter", f"reference={BASE}") == "":
            self._base()
        arguments = [f"--build-arg={name}={value}" for name, value in {"BASE_IMAGE": BASE, **labels}.items()]
        flags = ("--isolation=chroot", "--format=docker", "--layers", "--pull-never", f"--env=PIP_CERT={CERTIFICATES}")
        self._buildah("build", *flags, *arguments, f"--tag={IMAGE}", str(self._context), log="build.log")
        told = json.loads(self._buildah("inspect", "--type=image", IMAGE))["Docker"]
        below = json.loads(self._buildah("inspect", "--type=image", BASE))["Docker"]["rootfs"]["diff_ids"]
        above = told["rootfs"]["diff_ids"][len(below) :]
        return Image(self._mounted(IMAGE), self._mounted(BASE), told["config"], self._sizes(above))

    def close(self) -> None:
        """Unmount what `image` has mounted."""
        while self._made:
            self._buildah("rm", self._made.pop())

    def _mounted(self, name: str) -> Path:
        self._made.append(self._buildah("from", "--pull-never", name))
        return Path(self._buildah("mount", self._made[-1]))

    def _sizes(self, digests: Sequence[str]) -> list[int]:
        (listing,) = self._folder.glob("store/*-layers/layers.json")
        known = [layer for layer in json.loads(listing.read_text("utf-8")) if "diff-digest" in layer]
        sizes = {layer["diff-digest"]: int(layer["diff-size"]) for layer in known}
        return [sizes[digest] for digest in digests]

    def _base(self) -> None:
        tree = self._folder / "base"
        shutil.rmtree(tree, ignore_errors=True)
        command = ["debootstrap", "--variant=minbase", f"--include={','.join(INCLUDED)}", SUITE, str(tree)]
        self._run(command, "base.log")
        shutil.copy(CERTIFICATES, tree / str(CERTIFICATES).lstrip("/"))  # of this machine's network, where it has its own
        self._run(["chroot", str(tree), "/usr/bin/python3.11", "-m", "venv", "/usr/local"], "base.log")
        for waste in ("var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/man", "usr/share/locale"):
            shutil.rmtree(tree / waste, ignore_errors=True)
        container = self._buildah("from", "scratch")
        self._buildah("copy", "--quiet", container, str(tree), "/")
        self._buildah("config", f"--env=PATH={PATH}", "--env=LANG=C.UTF-8", "--cmd=python3", container)
        self._buildah("commit", "--quiet", "--rm", container, BASE)
        shutil.rmtree(tree)

    def _buildah(self, *arguments: str, log: str = "buildah.log") -> str:
        store = [f"--root={self._folder}/store", f"--runroot={self._folder}/run"]
        return self._run(["buildah", *store, *arguments], log)

    def _run(self, command: Sequence[str], log: str) -> str:
        path = self._folder / log
        with path.open("ab") as sink:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=sink, stdin=subprocess.DEVNULL, check=False)
            sink.write(done.stdout)
        if done.returncode:
            message = f"{command[0]} ended with {done.returncode}; what it printed is in {path}"
            raise Failed(message)
        return done.stdout.decode("utf-8", "replace").strip()


def check_tools() -> None:
    """Whether this machine can build and run an image.

    Raises:
        Failed: not root, or a program is missing.
    """
    if os.geteuid() != 0:
        message = "root is needed: a base is made and mounted, and the image is then run as uid 1000"
        raise Failed(message)
    missing = sorted({package for command, package in TOOLS.items() if shutil.which(command) is None})
    if missing:
        message = f"missing: apt-get install {' '.join(missing)}"
        raise Failed(message)
