"""The pool: bounded, thread-safe, and back on its feet when a zygote dies."""

import os
import pwd
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from code_review_env.env.errors import ConfinementMissing, PoolSaturated, SandboxUnavailable
from code_review_env.env.sandbox import pool as pool_module
from code_review_env.env.sandbox import worker as worker_module
from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Call, Level, Limits, Program, Verdict

DOUBLE = Program("def f(x):\n    return 2 * x\n", "f", ((Call((21,)),),))
SLOW = Program("def f():\n    while True: pass\n", "f", ((Call(),),), limits=Limits(cpu_s=1.0))


def test_status_says_what_is_in_force(pool: SandboxPool) -> None:
    """Level, self-test and interpreter."""
    status = pool.status()
    assert status.level in {Level.A, Level.B}
    assert status.selftest == "pass"
    assert status.missing == ()
    assert status.workers == 1
    assert status.python.startswith("3.11.")


def test_a_zygote_has_no_capabilities(pool: SandboxPool) -> None:
    """Also one that root started: its children are confined, and it is no power to be won either."""
    pool.run(DOUBLE)
    said = Path(f"/proc/{pool._workers[0].zygote_pid}/status").read_text()
    assert [line.split()[1] for line in said.splitlines() if line.startswith(("CapPrm", "CapEff"))] == ["0" * 16] * 2


def test_without_confinement_it_refuses_unless_asked() -> None:
    """Level C lists what a submission can do, and starts only on request."""
    with pytest.raises(ConfinementMissing, match="read a file"):
        SandboxPool(workers=1, queue=0, wait_s=1, force_level=Level.C)
    with SandboxPool(workers=1, queue=0, wait_s=1, force_level=Level.C, allow_unsandboxed=True) as pool:
        assert pool.status().selftest == "fail"
        assert any("fork" in line for line in pool.status().missing)
        execution = pool.run(DOUBLE)
        assert execution.level is Level.C
        assert execution.groups[0][0].value == 42


def test_another_python_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores are defined on one version."""
    monkeypatch.setattr(pool_module, "PYTHON", (3, 12))
    with pytest.raises(ConfinementMissing, match="CPython"):
        SandboxPool(workers=1, queue=0, wait_s=1)


def test_a_full_queue_is_refused_at_once_and_a_long_wait_in_the_end() -> None:
    """One runs, one waits until its time is over, the next is turned away."""
    with SandboxPool(workers=1, queue=1, wait_s=0.3) as pool, ThreadPoolExecutor(3) as threads:
        running = threads.submit(pool.run, SLOW)
        while pool._idle:
            time.sleep(0.001)
        waiting = threads.submit(pool.run, DOUBLE)
        while not pool._waiting:
            time.sleep(0.001)
        with pytest.raises(PoolSaturated, match="1 waiting"):
            pool.run(DOUBLE)
        with pytest.raises(PoolSaturated, match="came free"):
            waiting.result()
        assert running.result().verdict is Verdict.TIMEOUT_CPU
        assert pool.run(DOUBLE).groups[0][0].value == 42


def test_callers_are_served_in_the_order_of_arrival(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody who comes later overtakes, however often others come back."""
    with SandboxPool(workers=1, queue=64, wait_s=100) as pool, ThreadPoolExecutor(8) as threads:
        served: list[Program] = []
        worker, run = pool._workers[0], pool._workers[0].run
        monkeypatch.setattr(worker, "run", lambda program, *rest: served.append(program) or run(program, *rest))
        asked = [SLOW, *(replace(DOUBLE, shown=number) for number in range(3))]
        running = []
        for number, program in enumerate(asked):
            running.append(threads.submit(pool.run, program))
            while len(pool._waiting) < number or pool._idle:
                time.sleep(0.001)
        others = [threads.submit(lambda: [pool.run(DOUBLE) for _ in range(20)]) for _ in range(4)]
        assert all(future.result() for future in (*running, *others))
    assert served[:4] == asked
    assert len(served) == 84


def test_many_callers_get_their_own_answers() -> None:
    """64 threads at once on two workers."""
    programs = [Program("def f(x):\n    return x * x\n", "f", ((Call((n,)),),)) for n in range(64)]
    with SandboxPool(workers=2, queue=64, wait_s=100) as pool, ThreadPoolExecutor(64) as threads:
        executions = list(threads.map(pool.run, programs))
    assert [execution.groups[0][0].value for execution in executions] == [n * n for n in range(64)]


def test_killing_zygotes_under_load_loses_no_run() -> None:
    """A run whose zygote dies is repeated on a new one, and a caller never notices."""
    with SandboxPool(workers=2, queue=32, wait_s=100) as pool, ThreadPoolExecutor(8) as threads:
        stop = threading.Event()

        def kill() -> int:
            killed = 0
            while not stop.wait(0.5) and killed < 6:
                pid = pool._workers[killed % 2].zygote_pid
                if pid:
                    os.kill(pid, signal.SIGKILL)
                    killed += 1
            return killed

        killer = threads.submit(kill)
        answers = []
        for _ in range(8):
            answers += list(threads.map(_answer, [pool] * 16))
            if killer.done():
                break
        stop.set()
        assert killer.result() > 0
    assert set(answers) <= {42, "unavailable"}
    assert answers.count(42) > len(answers) * 0.9


def _answer(pool: SandboxPool) -> object:
    try:
        return pool.run(DOUBLE).groups[0][0].value
    except SandboxUnavailable:
        return "unavailable"


def test_a_zygote_retires(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its share of jobs a fresh one takes over."""
    monkeypatch.setattr(worker_module, "_JOBS_PER_ZYGOTE", 3)
    with SandboxPool(workers=1, queue=0, wait_s=1) as pool:
        first = pool._workers[0].zygote_pid
        values = [pool.run(DOUBLE).groups[0][0].value for _ in range(5)]
        assert pool._workers[0].zygote_pid != first
    assert values == [42] * 5


def test_a_killed_fork_server_is_replaced_when_it_is_needed() -> None:
    """Zygotes outlive it; the next one is forked by a new one."""
    with SandboxPool(workers=1, queue=0, wait_s=1) as pool:
        first, zygote = pool._forks.pid, pool._workers[0].zygote_pid
        os.kill(first, signal.SIGKILL)
        assert pool.run(DOUBLE).groups[0][0].value == 42
        assert (pool._forks.pid, pool._workers[0].zygote_pid) == (first, zygote)
        os.kill(zygote, signal.SIGKILL)
        assert pool.run(DOUBLE).groups[0][0].value == 42
        assert pool._forks.pid != first


def test_a_run_that_is_lost_again_and_again_is_unavailable() -> None:
    """Nothing is left that could fork a zygote: a typed error after a bounded number of repeats."""
    with SandboxPool(workers=1, queue=0, wait_s=1) as pool:
        pool._forks.close()
        os.kill(pool._workers[0].zygote_pid, signal.SIGKILL)
        with pytest.raises(SandboxUnavailable, match=r"51 times.*try again"):
            pool.run(DOUBLE)


def test_a_closed_pool_is_unavailable_and_leaves_no_process() -> None:
    """Zygotes and the server that forks them end with the pool."""
    pool = SandboxPool(workers=2, queue=2, wait_s=60)
    with ThreadPoolExecutor(2) as threads:
        threads.map(pool.run, [SLOW] * 2)
    pids = [pool._forks.pid, *(worker.zygote_pid for worker in pool._workers)]
    pool.close()
    with pytest.raises(SandboxUnavailable):
        pool.run(DOUBLE)
    assert all(pids)
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_zygotes_get_nothing_of_the_server(pool: SandboxPool) -> None:
    """No environment and no descriptors but the null device, the control socket and its own Landlock ruleset."""
    pid = pool._workers[0].zygote_pid
    environment = Path(f"/proc/{pid}/environ").read_bytes()
    targets = {re.sub(r":\[\d+\]", "", str(entry.readlink())) for entry in Path(f"/proc/{pid}/fd").iterdir()}
    assert environment == b"PYTHONHASHSEED=0\0TZ=UTC\0"
    assert targets - {"anon_inode:[landlock-ruleset]"} == {"/dev/null", "socket"}


def test_a_value_that_cannot_be_sent_is_refused(pool: SandboxPool) -> None:
    """Arguments must be plain values."""
    with pytest.raises(ValueError, match="cannot be sent"):
        pool.run(Program("def f(x): pass\n", "f", ((Call((object(),)),),)))


SAME = [
    "def f(x):\n    return [x, {x}, 1 / x]\n",
    "def f(x):\n    raise ValueError(x)\n",
    "def f(x):\n    return open('/etc/passwd').read()\n",
    "import os\ndef f(x):\n    os.fork()\n",
    "import socket\ndef f(x):\n    socket.socket()\n",
    "import threading\ndef f(x):\n    threading.Thread(target=print).start()\n",
    "import subprocess\ndef f(x):\n    subprocess.run(['ls'])\n",
    "import os\ndef f(x):\n    os._exit(3)\n",
    "import numpy\ndef f(x): pass\n",
    "def f(x):\n    return bytearray(10 ** 10)\n",
    "def f(x):\n    return f(x)\n",
    "import tempfile\ndef f(x):\n    with tempfile.NamedTemporaryFile('w+') as file:\n        print('a', file=file)\n        return file.tell()\n",
]


def test_levels_agree() -> None:
    """Both levels that score give the same execution for the same program."""
    with (
        SandboxPool(workers=1, queue=0, wait_s=1, force_level=Level.A) as strict,
        SandboxPool(workers=1, queue=0, wait_s=1, force_level=Level.B) as plain,
    ):
        for source in SAME:
            program = Program(source, "f", ((Call((3,)), Call((4,))), (Call((5,)),)))
            one, other = strict.run(program), plain.run(program)
            assert (one.verdict, one.detail, one.groups, one.entry) == (other.verdict, other.detail, other.groups, other.entry)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")
def test_it_works_for_an_ordinary_user_too() -> None:
    """Level, self-test and a value as uid 1000."""
    script = (
        "from code_review_env.env.sandbox.pool import SandboxPool\n"
        "from code_review_env.env.sandbox.program import *\n"
        "with SandboxPool(workers=1, queue=0, wait_s=1) as pool:\n"
        "    program = Program('def f(x):\\n    return 2 * x\\n', 'f', ((Call((21,)),),))\n"
        "    print(pool.status().level.value, pool.status().selftest, pool.run(program).groups[0][0].value)\n"
    )
    user = pwd.getpwuid(1000).pw_name if any(entry.pw_uid == 1000 for entry in pwd.getpwall()) else 1000
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, user=user, cwd="/")
    assert result.stdout.split() == [pool_level(), "pass", "42"]


def pool_level() -> str:
    """The level that this machine offers."""
    with SandboxPool(workers=1, queue=0, wait_s=1) as pool:
        return pool.status().level.value
