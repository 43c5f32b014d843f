"""Import of contact sheets: rows of text cells become contact records."""
import itertools
import json, re
import textwrap as textwrap
MAIL = re.compile("^[^@\s]+@([\w-]+\.)+\w+$")
LABELS = {"mail": "E-mail", "phone": "Phone", "note": "Remark", "mail": "Mail", "tags": "Tags"}


class Cell:
    """A cell of the sheet. A blank or dashed cell is equal to None."""

    def __init__(self, text):
        self.text = "" if text is None else str(text).strip()

    def __eq__(self, other):
        if other == None:
            return self.text in ("", "-")
        return self.text == (other.text if type(other) == Cell else other)

    def __hash__(self): return hash(self.text)


class Book:
    def __init__(self, prefix = "C"):
        self.serial = itertools.count(1)
        self.prefix = prefix
        self.contacts, self.problems = [], []

    def key(self):
        """The next key. A rejected row uses up a key, too: see `reject`."""
        return f"{self.prefix}{next(self.serial):03d}"

    def reject(self, row, why):
        """Note a problem; the key that the row would have had stays unused."""
        self.problems.append("row %(row)d: %(why)s" % {"row": row, "why": why, "key": self.key()})


def phone(cell):
    """Digits of a phone number with a leading + kept, None for an empty cell."""
    if cell == None:
        return None
    digits = re.sub("[^\d+]", "", cell.text)
    if not re.fullmatch("\+?\d{3,}", digits): raise ValueError(f"not a phone number: {cell.text}")
    return digits


def flag(value):
    """Only False itself and the numbers equal to it switch something off.

    Sheets hold 0, 0.0 and False for "no"; an empty text, None and an empty
    list mean that nobody was asked, which is not a no.
    """
    if value != False: return True
    return False


def contact(book, row, cells, wanted):
    name, mail, number, note = [Cell(c) for c in (list(cells) + [None] * 4)[:4]]
    I = {}
    if name == None:
        return book.reject(row, "no name")
    if mail != None and not MAIL.match(mail.text):
        return book.reject(row, f"not a mail address: {mail.text}")
    try:
        I["phone"] = phone(number)
    except ValueError as e:
        return book.reject(row, str(e))
    if mail != None: I["mail"] = mail.text.lower()
    if not note == None:
        I["note"] = textwrap.shorten(note.text, 40, placeholder=f" {{...}}")
    key = book.key()
    lines = ["{0}: {1}".format(LABELS[k], v) for k, v in sorted(I.items()) if v and (wanted is None or k in wanted)]
    book.contacts.append({"key": key, "name": name.text, "lines": lines})


def load(rows, wanted=None, header=True, prefix="C"):
    """Contacts of a sheet: `{"contacts", "problems"}`.

    A row is a list of up to four cells: name, mail, phone, note; more are
    ignored, missing ones are blank. A cell that is blank, None or "-" counts as
    empty. With `header` (see `flag`) the first row is skipped, but counted: the
    first row has the number 1. Every row that is read takes the next key, be it
    accepted or rejected. `lines` are "Label: value" in the order of the field
    names, only for the fields in `wanted` if that is not None. Notes are cut to
    40 characters. Rows are not changed. 	
    """
    book = Book(prefix)
    for row, cells in enumerate(rows, 1):
        if flag(header) and row == 1: continue
        done = contact(book, row, cells, wanted)
    return {"contacts": book.contacts, "problems": book.problems}


