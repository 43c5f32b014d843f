"""Archives of weather stations, with every mess: a glob, and a second program after the first."""

from typing import Final

from code_review_env.tasks.families.medium import pack_logs
from code_review_env.tasks.family import Family, changed, combined

ORACLE: Final = changed(
    pack_logs.ORACLE,
    (
        '''\
def pack(station, archive, level=6):
    """Pack stations/STATION/*.log into ARCHIVE.tar and compress it; returns the count of logs.
''',
        '''\
def run(program, *words):
    """Run a program that must succeed."""
    status = status_of([program, *words])
    if status != 0:
        raise RuntimeError(f"{program} ended with {status}")


def pack(station, archive, level=6):
    """Pack stations/STATION/*.log into ARCHIVE.tar and compress it.

    Returns the count of logs.
''',
    ),
    (
        """\
    status = status_of(["tar", "-cf", f"{archive}.tar", *logs])
    if status != 0:
        raise RuntimeError(f"tar ended with {status}")
    if level > 0:
        status = status_of(["gzip", f"-{level}", f"{archive}.tar"])
        if status != 0:
            raise RuntimeError(f"gzip ended with {status}")
""",
        """\
    run("tar", "-cf", f"{archive}.tar", *logs)
    if level > 0:
        run("gzip", f"-{level}", f"{archive}.tar")
""",
    ),
)

FAMILY: Final[Family] = combined(pack_logs.FAMILY, ORACLE)
