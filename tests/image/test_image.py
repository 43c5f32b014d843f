"""What the image's check computes, on small trees."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from check import Condition
from container import cpu_s, script
from sbom import count, fault, sbom
from sizes import APP, OURS, REST, SITE, added, by_owner, owners, table


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """A tree with one distribution, one Debian package and a file of ours."""
    return plant(
        tmp_path / "image",
        {
            f"{SITE}/soap/__init__.py": "clean = True\n",
            f"{SITE}/soap/__pycache__/__init__.cpython-311.pyc": "1234",
            f"{SITE}/soap-2.1.dist-info/METADATA": "Name: soap\nVersion: 2.1\nLicense-Expression: MIT\n",
            f"{SITE}/soap-2.1.dist-info/RECORD": "soap/__init__.py,,\nsoap-2.1.dist-info/METADATA,,\n",
            f"{APP}/app.py": "run()\n",
            "etc/motd": "hello, you\n",
            "var/lib/dpkg/status": "Package: dash\nStatus: install ok installed\nArchitecture: amd64\nVersion: 0.5\n\n",
        },
    )


def plant(root: Path, files: dict[str, str]) -> Path:
    """Write these files."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def test_bytes_above_the_base_have_an_owner(image: Path, tmp_path: Path) -> None:
    """Bytecode counts for its package, a file that the base has already counts for nobody."""
    base = plant(tmp_path / "base", {"var/lib/dpkg/status": (image / "var/lib/dpkg/status").read_text("utf-8")})
    files = added(image, base)
    assert "var/lib/dpkg/status" not in files
    (image / "etc/link").hardlink_to(image / "etc/motd")
    assert sum(added(image, base).values()) == sum(files.values())
    rows = dict(by_owner(files, owners(image)))
    assert rows[OURS] == 6
    assert rows["soap"] == 13 + 4 + len("Name: soap\nVersion: 2.1\nLicense-Expression: MIT\n")
    assert rows[REST] == 11 + len("soap/__init__.py,,\nsoap-2.1.dist-info/METADATA,,\n")
    assert table([("a", 3_000_000), ("b", 200_000), ("c", 100_000)], 1).splitlines() == [
        "     3.0 MB  a",
        "     0.3 MB  2 more",
    ]


def test_the_bill_of_materials_holds_its_schema(image: Path) -> None:
    """Both kinds of packages are named; a document that says nothing of its format is refused."""
    document = sbom(image, "soap-dish", "1.0")
    assert fault(document) == ""
    assert count(document) == 2
    assert '"purl": "pkg:pypi/soap@2.1"' in document
    assert '"pkg:deb/debian/dash@0.5?arch=amd64&distro=bookworm"' in document
    assert fault(document.replace('"container"', '"bucket"')) != ""


def test_the_container_gives_up_everything_before_it_starts() -> None:
    """A root that is read-only, then the user, then the command; a blank in a path stays one path."""
    lines = script(Path("/a b"), Path("/data of mine"), ["python", "app.py"], "/home/user/app").splitlines()
    assert lines[2] == "mount -o remount,bind,ro '/a b'"
    assert lines[-2] == "mount --bind '/data of mine' '/a b'/data"
    assert "--reuid=1000" in lines[-1]
    assert lines[-1].endswith("/bin/sh -c 'cd /home/user/app && exec python app.py'")


def test_a_condition_is_a_line() -> None:
    """The word in front tells whether it holds."""
    assert Condition("ready", "9.1 s, at most 8", holds=False).line() == "FAIL ready: 9.1 s, at most 8"


def test_the_cpu_of_a_process_counts_what_is_below_it() -> None:
    """A child that burns a CPU shows in the figure of its parent."""
    burn = "import subprocess, sys, time; subprocess.run([sys.executable, '-c', 'while True: pass'])"
    with subprocess.Popen([sys.executable, "-c", burn], process_group=0) as parent:
        try:
            deadline = time.monotonic() + 60
            while cpu_s(parent.pid) < 0.5 and time.monotonic() < deadline:
                time.sleep(0.05)
            assert cpu_s(parent.pid) >= 0.5
        finally:
            os.killpg(parent.pid, signal.SIGKILL)
