"""The evaluator: walks the tree of a script with the semantics of dash 0.5.12.

Every function is a generator of the virtual machine. `last` says that nothing of this process follows, so that a program
may take it over: dash does so, and a `kill` of the shell then reaches the program.
Source: POSIX.1-2017, Shell Command Language 2.9.
"""

import os
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Final

from processes import commands, expand, redirects
from processes.handles import Handle, Null, pipe
from processes.operands import Exit, Failed, Leave
from processes.process import Process, Program, Wait
from processes.programs import candidates
from processes.syntax import (
    AndOr,
    Background,
    Compound,
    For,
    If,
    Node,
    Not,
    Pipeline,
    Refused,
    Sequence,
    Simple,
    SyntaxFault,
    While,
    Word,
    assignment,
)

if TYPE_CHECKING:
    from processes.shell import Shell

NOT_FOUND: Final = 127
NOT_EXECUTABLE: Final = 126
FAILED: Final = 2
"""Exit statuses of dash: no such program, no program, and a fault of the shell itself."""


def run(shell: "Shell", node: Node | None, *, last: bool = False) -> Program:
    """Evaluate one node and give its exit status."""
    shell.loader.machine.tick()
    if node is None:
        return 0
    if isinstance(node, Simple):
        status = yield from _simple(shell, node, last=last)
    elif isinstance(node, Compound):
        status = yield from _compound(shell, node, last=last)
    elif isinstance(node, Pipeline):
        status = yield from _pipeline(shell, node)
    elif isinstance(node, Background):
        child = shell.fork(node.body, {0: Null()})
        shell.background = child.pid
        yield Wait(lambda: child.blocked is not None or child.status is not None)
        status = 0
    else:
        status = yield from _control(shell, node, last=last)
    shell.status = status
    return status


def _control(shell: "Shell", node: AndOr | For | If | Not | Sequence | While, *, last: bool) -> Program:
    if isinstance(node, Sequence):
        status = 0
        for item in node.items:
            status = yield from run(shell, item, last=last and item is node.items[-1])
        return status
    if isinstance(node, Not):
        return int(not (yield from run(shell, node.body)))
    if isinstance(node, AndOr):
        status = yield from run(shell, node.left)
        return (yield from run(shell, node.right, last=last)) if (status == 0) == (node.op == "&&") else status
    if isinstance(node, If):
        test = yield from run(shell, node.test)
        return (yield from run(shell, node.body if test == 0 else node.other, last=last))
    return (yield from _loop(shell, node))


def _loop(shell: "Shell", node: For | While) -> Program:
    status, words = 0, iter(list[str]())
    if isinstance(node, For):
        shell.line = node.line
        words = iter((yield from expand.fields(shell, node.words)))
    shell.loops += 1
    try:
        ended = False
        while not ended and (yield from _goes_on(shell, node, words)):
            status, ended = yield from _round(shell, node.body)
    finally:
        shell.loops -= 1
    return status


def _round(shell: "Shell", body: Node) -> Generator[Wait, None, tuple[int, bool]]:
    """Run the body once; the status, and whether it left the loop."""
    try:
        return (yield from run(shell, body)), False
    except Leave as leave:
        leave.levels -= 1
        if leave.levels and shell.loops > 1:
            raise
        return 0, not leave.goes_on


def _goes_on(shell: "Shell", node: For | While, words: Iterator[str]) -> Generator[Wait, None, bool]:
    if isinstance(node, While):
        return ((yield from run(shell, node.test)) == 0) != node.negated
    word = next(words, None)
    if word is not None:
        shell.assign(node.name, word)
    return word is not None


def _compound(shell: "Shell", node: Compound, *, last: bool) -> Program:
    if node.subshell and not last:
        child = shell.fork(Compound(node.body, node.redirects, subshell=True, line=node.line), {})
        return (yield from shell.wait(child))
    shell.line = node.line
    saved: redirects.Saved = []
    try:
        yield from redirects.apply(shell, node.redirects, saved, own=node.subshell)
    except redirects.RedirectFault as fault:
        yield from shell.complain(str(fault))
        redirects.undo(shell.process, saved)
        return FAILED
    stays = True
    try:
        status = yield from run(shell, node.body, last=last)
        stays = False
    except Leave:
        stays = False
        raise
    finally:
        redirects.finish(shell.process, saved, stays=stays)
    return status


def _pipeline(shell: "Shell", node: Pipeline) -> Program:
    children: list[Process] = []
    feed: Handle | None = None
    for command in node.commands:
        fds: dict[int, Handle] = {} if feed is None else {0: feed}
        feed = None
        if command is not node.commands[-1]:
            feed, fds[1] = pipe()
        children.append(shell.fork(command, fds))
    status = 0
    for child in children:
        status = yield from shell.wait(child)
    return status


def _simple(shell: "Shell", node: Simple, *, last: bool) -> Program:
    shell.line = node.line
    shell.substituted = None
    words = yield from _words(shell, node.words)
    name = words[0] if words else ""
    saved: redirects.Saved = []
    try:
        yield from redirects.apply(shell, node.redirects, saved)
    except redirects.RedirectFault as fault:
        yield from shell.complain(str(fault))
        redirects.undo(shell.process, saved)
        if name in commands.SPECIAL:
            raise Exit(FAILED) from None
        return FAILED
    stays = True
    try:
        status = yield from _assigned(shell, node, words, last=last)
        stays = words == ["exec"]
    except Leave:
        stays = False
        raise
    finally:
        redirects.finish(shell.process, saved, stays=stays)
    return status


def _words(shell: "Shell", given: tuple[Word, ...]) -> Generator[Wait, None, list[str]]:
    """The fields of a command; what `export` assigns is neither split nor a pattern."""
    found = yield from expand.fields(shell, given[:1])
    if found[:1] not in (["export"], ["command"]):
        return found + (yield from expand.fields(shell, given[1:]))
    for word in given[1:]:
        pair = assignment(word) if "export" in found else None
        if pair is None:
            found += yield from expand.fields(shell, (word,))
        else:
            found.append(f"{pair[0]}={(yield from expand.text(shell, pair[1], assignment=True))}")
    return found


def _assigned(shell: "Shell", node: Simple, words: list[str], *, last: bool) -> Program:
    """Run the words with the assignments in force: for good without a command or before a special builtin."""
    before = {name: (shell.variables.get(name), name in shell.exported) for name, _ in node.assigns}
    for name, word in node.assigns:
        shell.assign(name, (yield from expand.text(shell, word, assignment=True)))
        if words:
            shell.exported.add(name)
    if not words:
        return shell.substituted or 0
    try:
        return (yield from command(shell, words, last=last))
    finally:
        if node.assigns and words[0] not in commands.SPECIAL:
            _restore(shell, before)


def _restore(shell: "Shell", before: dict[str, tuple[str | None, bool]]) -> None:
    """Take assignments back; what the command did to other variables stays."""
    for name, (value, exported) in before.items():
        if value is None:
            shell.variables.pop(name, None)
        else:
            shell.variables[name] = value
        if not exported:
            shell.exported.discard(name)


def command(shell: "Shell", words: list[str], *, last: bool) -> Program:
    """Run a builtin or a program by its name and arguments; its name stands in front of what the shell says meanwhile."""
    given = words
    while words[0] == "command" and words[1:] and not words[1].startswith("-"):
        words = words[1:]
    if words[0] in commands.REFUSED:
        feature = f"sh: {words[0]}"
        raise Refused(feature)
    if words[0] not in commands.BUILTINS:
        return (yield from program(shell, words, replace=last))
    outer, shell.builtin = shell.builtin, words[0]
    ends = given is words and words[0] in commands.SPECIAL
    try:
        status = yield from commands.BUILTINS[words[0]](shell, words[1:])
    except Leave:
        shell.builtin = outer
        raise
    except (Failed, SyntaxFault, expand.ExpansionFault) as fault:
        if ends:
            raise
        status = yield from shell.last_words(fault)
    shell.builtin = outer
    return status


def program(shell: "Shell", words: list[str], *, replace: bool) -> Program:
    """Run a program in a process of its own, or with `replace` in this one."""
    process = shell.process if replace else shell.loader.machine.fork(shell.process)
    process.env = {name: value for name, value in shell.variables.items() if name in shell.exported}
    try:
        body = shell.loader.execute(process, words, candidates(words[0], shell.variables), "sh")
    except OSError as fault:
        if not replace:
            shell.loader.machine.end(process, 0)
            shell.loader.machine.processes.pop(process.pid, None)
        missing = isinstance(fault, FileNotFoundError | NotADirectoryError)
        yield from shell.complain(f"{words[0]}: {'not found' if missing else os.strerror(fault.errno or 0)}")
        return NOT_EXECUTABLE if not missing and ("/" in words[0] or shell.builtin == "exec") else NOT_FOUND
    if replace:
        return (yield from body)
    process.program = body
    return (yield from shell.wait(process))
