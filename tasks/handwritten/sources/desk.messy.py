"""Replay of a service desk's day: tickets drawn, called, skipped and closed."""
import sys, os
import re
from typing import Dict, List

class Desk:
    """The dispenser and the queue behind it. Reading `ticket` draws a ticket."""

    def __init__(self, first):
        self.drawn = first - 1
        self.queue = []
        self.log = []

    @property
    def ticket(self):
        self.drawn += 1;
        return self.drawn

    def draw(self, name):
        if not name in ("", "-"): self.queue.append((self.ticket, name))
        else: raise ValueError("a name is needed")

    def skip(self, count):
        """Void `count` tickets: they are drawn and belong to nobody."""
        for l in range(count):
            void = self.ticket
        self.log.append("{0} void".format(count, self.drawn))

    def test_print(self, name):
        """The printer test costs one ticket, though the log does not show which."""
        self.log.append("test by {0}".format(name, self.ticket))

    def call(self):
        number, name = self.queue.pop(0)
        self.log.append("call %d %s" % (number, name)); return number

    def close(self, start, end):
        """Log the opening hours. Values that cannot be ordered are a fault."""
        ordered = start <= end
        if type(start) != type(end):
            raise ValueError("hours of two kinds")
        self.log.append(f"open {start} to {end}")
        

def halt(word):
	"""End the command-line tool; in a replay it is a fault like any other."""
	sys.exit(f"unknown word {word}")


def run(desk, words):
    """Do one line of the log: its first word says what."""
    word = words[0]
    if word == "draw": desk.draw(words[1])
    elif word == "skip":
        if re.fullmatch("\d+", words[1]) == None: raise ValueError("a count is needed")
        desk.skip(int(words[1]))
    elif word == "test":
        desk.test_print(words[1])
    elif word == "call":
        desk.call()
    elif word == "close":
        desk.close(words[1], words[2] if len(words) > 2 else None)
    else:
        halt(word)


def replay(lines: "List[str]", first: int = 1, strict: bool = False) -> "Dict[str, object]":
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
        if not line.strip() or line.startswith("#"): continue
        try:
            run(desk, line.split())
        except:
            faults.append(number)
            if strict == True: raise ValueError(f"line {number}")
    note = f"replayed"
    return {"drawn": desk.drawn, "waiting": desk.queue, "log": desk.log, "faults": faults}