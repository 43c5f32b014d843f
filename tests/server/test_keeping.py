"""Where episodes are kept, by the mounts of a machine, a container and a Space; and object storage under a real server."""

from pathlib import Path
from typing import Any

import pytest

from code_review_env.server.keeping import Kind, kind
from code_review_env.server.ui.page import kept

MOUNTS = r"""22 1 0:21 / / rw,relatime - overlay overlay rw,lowerdir=/a
23 22 0:6 / /dev rw - devtmpfs devtmpfs rw
24 22 0:40 / /data rw,nosuid - fuse.bucket-mount bucket rw,user_id=0
25 22 8:1 /volumes/x /srv/my\040disk rw - ext4 /dev/sda1 rw
26 22 0:41 / /tmp rw - tmpfs tmpfs rw
27 22 0:42 / /shared rw - nfs4 host:/x rw
"""


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("/data/episodes", "object"),
        ("/database", "ephemeral"),
        ("/home/user/.local/share", "ephemeral"),
        ("/srv/my disk/cre", "disk"),
        ("/tmp/x", "ephemeral"),  # noqa: S108 - a path to judge, not to write
        ("/shared", "object"),
    ],
)
def test_the_deepest_mount_tells(folder: str, expected: Kind) -> None:
    """A bucket is written once, a container's own layer is gone with it, a disk lasts; a name is no prefix."""
    assert kind(Path(folder), MOUNTS) == expected


def test_the_page_says_what_is_lost() -> None:
    """Days where the disk lasts, the word where it does not."""
    assert "stored here for 30 days" in kept(30, ephemeral=False)
    assert "until this server restarts: its disk is ephemeral" in kept(30, ephemeral=True)


@pytest.mark.timeout(300)  # two starts of a server, each slow on a busy machine
def test_object_storage_brings_episodes_back(own_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a kill nothing lies in the folder but files written once, and the episode goes on where it was."""
    monkeypatch.setenv("CRE_DATA_KIND", "object")
    own_server.start()
    seen = own_server.post("/reset", {"seed": 7})["observation"]
    step = {"episode_id": seen["episode_id"], "action": {"code": seen["messy_code"]}}
    own_server.post("/step", step)
    own_server.stop(9)
    assert not list(tmp_path.rglob("*.sqlite3*"))
    assert [path.name for path in sorted((tmp_path / "segments").iterdir())] == ["000000000001.jsonl", "000000000002.jsonl"]
    own_server.start()
    assert own_server.get(f"/episodes/{seen['episode_id']}")["step_count"] == 1
    assert own_server.post("/step", step)["observation"]["repeat"]
