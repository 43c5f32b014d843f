"""Adds up JUnit reports into one closing line: `N passed, N failed, N skipped`.

Usage: `python tests/house/tally.py REPORT...`. Fails when a test failed or when none ran.
"""

import sys
import xml.etree.ElementTree as ET
from pathlib import Path


def tally(reports: list[Path]) -> tuple[int, int, int]:
    """Passed, failed and skipped tests over all reports."""
    total = failed = skipped = 0
    for report in reports:
        for suite in ET.parse(report).getroot().iter("testsuite"):  # noqa: S314 - written by the run that has just ended
            total += int(suite.get("tests", "0"))
            failed += int(suite.get("failures", "0")) + int(suite.get("errors", "0"))
            skipped += int(suite.get("skipped", "0"))
    return total - failed - skipped, failed, skipped


def main(reports: list[Path]) -> int:
    """Print the closing line; the exit status."""
    passed, failed, skipped = tally(reports)
    sys.stdout.write(f"{passed} passed, {failed} failed, {skipped} skipped\n")
    return int(failed > 0 or passed == 0)


if __name__ == "__main__":
    sys.exit(main([Path(name) for name in sys.argv[1:]]))
