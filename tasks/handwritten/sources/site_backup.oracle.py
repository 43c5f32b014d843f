"""Nightly backups of customer sites: one tar archive and its checksum.

Labels, folders and file names come from the customers' own settings, so they
may hold any character. Each must reach tar as (part of) one argument.
"""

import subprocess

ARCHIVES = "/backups"
MISSING = 127  # what a wrapper around a program reports when that is not there


def run(argv):
    """Run a program, standard output and standard error captured as text.

    A program that does not exist is a RuntimeError("PROGRAM is not installed").
    """
    try:
        result = subprocess.run(argv, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise RuntimeError(f"{argv[0]} is not installed") from error
    if result.returncode == MISSING:
        raise RuntimeError(f"{argv[0]} is not installed")
    return result


def exclusions(patterns):
    return [f"--exclude={pattern}" for pattern in patterns]


def pack(archive, root, names, patterns):
    """Warnings of tar, one a line. Status 1 is a warning, anything above a fault."""
    options = ["-czf", archive, *exclusions(patterns), "-C", root]
    result = run(["tar", *options, "--", *names])
    complaints = result.stderr.splitlines()
    if result.returncode > 1:
        reason = complaints[-1] if complaints else "no reason given"
        raise RuntimeError("tar failed with %d: %s" % (result.returncode, reason))
    return complaints


def checksum(archive):
    """First word of sha256sum's output, or None when it fails or says nothing."""
    result = run(["sha256sum", "--", archive])
    words = result.stdout.split()
    if result.returncode != 0 or not words:
        return None
    return words[0]


def backup(label, root, names, patterns=()):
    """Pack `names` below `root` into /backups/LABEL.tar.gz.

    Starts `tar -czf ARCHIVE --exclude=PATTERN ... -C ROOT -- NAME ...`, then
    `sha256sum -- ARCHIVE`. Returns `{"archive", "files", "warnings",
    "checksum"}`; files is the count of names. Raises
    ValueError("nothing to back up") for no names, before anything is started,
    and RuntimeError as `run` and `pack` say; no checksum is made after a fault.
    """
    if not names:
        raise ValueError("nothing to back up")
    archive = f"{ARCHIVES}/{label}.tar.gz"
    warnings = pack(archive, root, names, patterns)
    return {
        "archive": archive,
        "files": len(names),
        "warnings": warnings,
        "checksum": checksum(archive),
    }
