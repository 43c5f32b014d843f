"""Functions that take the place of what only a shell did; a file gets those that its new code calls."""

from typing import Final

MISSING: Final = '''
def {name}(argv, *, check=False, **{rest}):
    """Run a program; one that does not exist ends with 127 and the words of a shell."""
    try:
        done = {library}.run(argv, check=False, **{rest})
    except FileNotFoundError as error:
        if error.filename != argv[0]:
            raise
        said = f"/bin/sh: 1: {{argv[0]}}: not found\\n"
        if not ({rest}.get("text") or {rest}.get("universal_newlines") or {rest}.get("encoding")):
            said = said.encode()
        is_kept = {rest}.get("capture_output"), {rest}.get("stdout") == {library}.PIPE
        out = said[:0] if any(is_kept) else None
        err = said if is_kept[0] or {rest}.get("stderr") == {library}.PIPE else None
        if {rest}.get("stderr") == {library}.STDOUT and out is not None:
            out = said
        done = {library}.CompletedProcess(argv, 127, out, err)
    if check:
        done.check_returncode()
    return done
'''
"""What takes the place of `subprocess.run` where the code goes on after a missing program."""

TURNS: Final = '''
def {name}(start, *others, check=False):
    """Run programs in turn: "&&" after success, "||" after failure, ";" anyway; the answer has all that was printed."""
    done = start()
    for when, start in others:
        if (when == "&&" and done.returncode) or (when == "||" and not done.returncode):
            continue
        before, done = done, start()
        if before.stdout is not None:
            done.stdout = before.stdout + (done.stdout or before.stdout[:0])
        if before.stderr is not None:
            done.stderr = before.stderr + (done.stderr or before.stderr[:0])
    if check:
        done.check_returncode()
    return done
'''
"""What takes the place of `a && b`, `a || b` and `a; b`."""

PIPE: Final = '''
def {name}(run, *programs, check=False, **{rest}):
    """Run programs each of which reads what the one before it printed; the answer is that of the last."""
    *before, (argv, ways) = programs
    complaints = []
    for one, its in before:
        done = run(one, **{{**{rest}, "stdout": {library}.PIPE, "stderr": {library}.PIPE, **its}})
        complaints.append(done.stderr)
        {rest} = {{key: value for key, value in {rest}.items() if key != "stdin"}}
        {rest}["input"] = done.stdout
    done = run(argv, **{{**{rest}, **ways}})
    said = [text for text in complaints if text]
    if said and done.stderr is not None:
        done.stderr = said[0][:0].join([*said, done.stderr])
    elif said and {rest}.get("stderr") == {library}.STDOUT and done.stdout is not None:
        done.stdout = said[0][:0].join([*said, done.stdout])
    if check:
        done.check_returncode()
    return done
'''
"""What takes the place of `a | b` where the errors of both are wanted."""

ASIDE: Final = '''
def {name}(argv, **{rest}):
    """Start a program that nobody waits for and that reads nothing; the answer is that of the start."""
    {library}.Popen(argv, **{{"stdin": {library}.DEVNULL, **{rest}}})
    return {library}.CompletedProcess(argv, 0)
'''
"""What takes the place of `a &`."""

STATUS_AND_OUTPUT: Final = '''
def {name}(done):
    """Status and output, the last line without its end."""
    return done.returncode, done.stdout.removesuffix("\\n")
'''
"""What takes the place of `getstatusoutput`."""

FILLED: Final = '''
def {name}(done, nothing):
    """The answer with `nothing` for what went elsewhere than into it."""
    done.stdout = nothing if done.stdout is None else done.stdout
    done.stderr = nothing if done.stderr is None else done.stderr
    return done
'''
"""What keeps an output that was redirected an empty text, where the file reads it."""

HELPERS: Final = {
    "runner": (MISSING, ("run_program", "run_argv", "start_program")),
    "turns": (TURNS, ("run_in_turn", "run_turns", "run_one_by_one")),
    "pipe": (PIPE, ("run_pipe", "run_joined", "run_programs")),
    "aside": (ASIDE, ("start_aside", "start_alone", "start_only")),
    "filled": (FILLED, ("filled", "with_outputs", "filled_in")),
    "pair": (STATUS_AND_OUTPUT, ("status_and_output", "told_by", "status_and_text")),
}
"""By what the new code calls them: the function, and names for it of which the first free one is taken."""
