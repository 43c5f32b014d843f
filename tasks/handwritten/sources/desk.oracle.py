"""Replay of a service desk's day: tickets drawn, called, skipped and closed."""

import re
import sys


class Desk:
    """The dispenser and the queue behind it. Reading `ticket` draws a ticket."""

    def __init__(self, first):
        self.drawn = first - 1
        self.queue = []
        self.log = []

    @property
    def ticket(self):
        self.drawn += 1
        return self.drawn

    def draw(self, name):
        if name in ("", "-"):
            raise ValueError("a name is needed")
        self.queue.append((self.ticket, name))

    def skip(self, count):
        """Void `count` tickets: they are drawn and belong to nobody."""
        self.drawn += count
        self.log.append(f"{count} void")

    def test_print(self, name):
        """The printer test costs one ticket, though the log does not show which."""
        self.drawn += 1
        self.log.append(f"test by {name}")

    def call(self):
        number, name = self.queue.pop(0)
        self.log.append(f"call {number} {name}")
        return number

    def close(self, start, end):
        """Log the opening hours. Values that cannot be ordered are a fault."""
        self.log.append(f"open {start} to {end}")


def halt(word):
    """End the command-line tool; in a replay it is a fault like any other."""
    sys.exit(f"unknown word {word}")


def run(desk, words):
    """Do one line of the log: its first word says what."""
    word = words[0]
    if word == "draw":
        desk.draw(words[1])
    elif word == "skip":
        if re.fullmatch(r"\d+", words[1]) is None:
            raise ValueError("a count is needed")
        desk.skip(int(words[1]))
    elif word == "test":
        desk.test_print(words[1])
    elif word == "call":
        desk.call()
    elif word == "close":
        desk.close(words[1], words[2])
    else:
        halt(word)


def replay(
    lines: list[str], first: int = 1, strict: bool = False
) -> dict[str, object]:
    """Replay the lines of a day; the first ticket has the number `first`.

    Returns `{"drawn", "waiting", "log", "faults"}`: the number of the last
    ticket drawn (first - 1 if none), the queue as (number, name) pairs, the
    desk's log, and the numbers (from 1) of lines on which anything went wrong:
    a word is missing or unknown, the queue is empty, hours cannot be compared.
    A fault undoes nothing: a ticket that was drawn stays drawn. Blank lines
    and lines that begin with "#" count as lines, but nothing is done for them.
    With `strict` the first fault ends the replay as a ValueError("line N").
    """
    desk = Desk(first)
    faults = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            run(desk, line.split())
        except (Exception, SystemExit) as error:
            faults.append(number)
            if strict:
                raise ValueError(f"line {number}") from error
    return {
        "drawn": desk.drawn,
        "waiting": desk.queue,
        "log": desk.log,
        "faults": faults,
    }
