"""The shell skill: command lines in every spelling become argument lists that mean the same."""

import pytest

from code_review_env.baseline_agent.rules.job import Job
from code_review_env.baseline_agent.rules.shell.repair import shellless

HEAD = "import subprocess\n\n\n"

CALLS = {
    "an f-string": ('run(f"tar -cf {name} {folder}", shell=True)', 'run(["tar", "-cf", str(name), str(folder)])'),
    "percent": ('run("wc -l %s" % name, shell=True)', 'run(["wc", "-l", str(name)])'),
    "format": ('run("kill -{} {pid}".format(9, pid=name), shell=1)', 'run(["kill", f"-{9}", str(name)])'),
    "a sum": ('run("cat " + name + " 2>/dev/null", shell=True)', 'run(["cat", name], stderr=subprocess.DEVNULL)'),
    "a join": ('run(" ".join(["ls", *folder]), shell=True)', 'run(["ls", *folder])'),
    "quotes keep blanks": ("run(f\"git log --grep='a b {name}'\", shell=True)", 'run(["git", "log", f"--grep=a b {name}"])'),
    "quoting for a shell": ('run("rm -- " + shlex.quote(name), shell=True)', 'run(["rm", "--", name])'),
    "a folder": ('run(f"cd {folder} && make", shell=True)', 'run(["make"], cwd=str(folder))'),
    "a variable": ('run("LANG=C sort", shell=True)', 'run(["sort"], env={**os.environ, "LANG": "C"})'),
    "text from echo": (
        'run(f"echo {name} | lpr", shell=True, text=True)',
        'run(["lpr"], text=True, input=f"{name}\\n")',
    ),
    "errors among the output": (
        'run("ping -c 1 " + name + " 2>&1", shell=True, capture_output=True)',
        'run(["ping", "-c", "1", name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)',
    ),
    "characters taken out": ('run(f"who {name}".replace(";", ""), shell=True)', 'run(["who", str(name)])'),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_command_line_becomes_a_list(name: str) -> None:
    """Each spelling, and each thing that a shell does around a program."""
    before, after = CALLS[name]
    source = f"{HEAD}def f(name, folder):\n    return subprocess.{before}\n"
    assert f"    return subprocess.{after}\n" in shellless(Job(source, "f"))


def test_a_command_line_in_steps() -> None:
    """A variable that grows holds a list from its first value on."""
    source = (
        f'{HEAD}def f(name, deep):\n    line = "du"\n    if deep:\n        line += " -d 9"\n'
        '    line += f" -- {name}"\n    return subprocess.call(line, shell=True)\n'
    )
    after = shellless(Job(source, "f"))
    assert 'line = ["du"]' in after
    assert 'line += ["-d", "9"]' in after
    assert 'line += ["--", str(name)]' in after
    assert "subprocess.call(line)" in after


def test_functions_between_the_text_and_the_shell() -> None:
    """One that builds the text goes; one that hands it on gets a list; one that nobody calls splits its text."""
    source = (
        f"{HEAD}def sh(line, **kwargs):\n    return subprocess.run(line, shell=True, **kwargs)\n\n\n"
        "def by_hand(line):\n    return subprocess.run(line, shell=True)\n\n\n"
        'def build(name):\n    return f"cat {name}"\n\n\n'
        "def f(name):\n    return sh(build(name), text=True)\n"
    )
    after = shellless(Job(source, "f"))
    assert "def build" not in after
    assert "shell=True" not in after
    assert 'sh(["cat", str(name)], text=True)' in after
    assert "subprocess.run(shlex.split(line))" in after


def test_a_missing_program_is_no_exception_where_the_file_expects_its_status() -> None:
    """127 is what a shell says; the new code says it too, and a wrong folder stays an error."""
    source = (
        f'{HEAD}def f(name):\n    """127 where there is no such tool."""\n'
        '    return subprocess.run(f"no-such-tool {name}", shell=True, capture_output=True, text=True)\n'
    )
    space: dict[str, object] = {}
    exec(shellless(Job(source, "f")), space)  # noqa: S102 - the skill's own answer
    done = space["f"]("a; b")  # type: ignore[operator] # a function of that source
    assert (done.returncode, done.stdout, done.stderr) == (127, "", "/bin/sh: 1: no-such-tool: not found\n")
    assert done.args == ["no-such-tool", "a; b"]
