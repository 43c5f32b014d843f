"""Nightly backups of customer sites: one tar archive and its checksum.

Labels, folders and file names come from the customers' own settings, so they
may hold any character. Each must reach tar as (part of) one argument.
"""

import subprocess

ARCHIVES = "/backups"


def run(command):
    """Run a command, standard output and standard error captured as text.

    A program that does not exist is a RuntimeError("PROGRAM is not installed").
    """
    result = subprocess.run(command, shell=True, capture_output=True, text=True)
    if result.returncode == 127:
        raise RuntimeError("%s is not installed" % command.split()[0])
    return result


def exclusions(patterns):
    return "".join(" --exclude='%s'" % pattern for pattern in patterns)


def pack(archive, root, names, patterns):
    """Warnings of tar, one a line. Status 1 is a warning, anything above a fault."""
    result = run(
        "tar -czf %s%s -C %s -- %s"
        % (archive, exclusions(patterns), root, " ".join(names))
    )
    complaints = result.stderr.splitlines()
    if result.returncode > 1:
        reason = complaints[-1] if complaints else "no reason given"
        raise RuntimeError("tar failed with %d: %s" % (result.returncode, reason))
    return complaints


def checksum(archive):
    """First word of sha256sum's output, or None when it fails or says nothing."""
    result = run("sha256sum -- %s" % archive)
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
    archive = "%s/%s.tar.gz" % (ARCHIVES, label)
    warnings = pack(archive, root, names, patterns)
    return {
        "archive": archive,
        "files": len(names),
        "warnings": warnings,
        "checksum": checksum(archive),
    }
