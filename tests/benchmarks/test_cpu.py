"""CPU is counted in every process below this one, living and dead."""

import subprocess
import sys
import time

from code_review_env.benchmarks.cpu import metered

BURN = "import time\nwhile time.process_time() < 0.3: pass\n"
STAY = BURN + "print(flush=True)\ninput()\n"


def test_the_dead_count() -> None:
    """What a child used stays counted after its end."""
    with metered() as cpu:
        subprocess.run([sys.executable, "-c", BURN], check=True)
    assert cpu["children"] >= 0.28


def test_the_living_count() -> None:
    """A child that goes on is counted under its name."""
    with metered() as cpu:
        process = subprocess.Popen([sys.executable, "-c", STAY], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdout
        process.stdout.readline()
    process.communicate(b"\n")
    assert max(seconds for name, seconds in cpu.items() if name.startswith("python")) >= 0.28


def test_this_process_counts() -> None:
    """Our own work is `parent`, and sleep is no work."""
    with metered() as cpu:
        end = time.process_time() + 0.1
        while time.process_time() < end:
            pass
        time.sleep(0.1)
    assert 0.1 <= cpu["parent"] < 0.19
