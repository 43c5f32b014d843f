"""Import of contact sheets: rows of text cells become contact records."""

import itertools
import re
import textwrap

MAIL = re.compile(r"^[^@\s]+@([\w-]+\.)+\w+$")
LABELS = {"mail": "Mail", "phone": "Phone", "note": "Remark", "tags": "Tags"}


class Cell:
    """A cell of the sheet. A blank or dashed cell is equal to None."""

    def __init__(self, text):
        self.text = "" if text is None else str(text).strip()

    @property
    def empty(self):
        return self.text in ("", "-")


class Book:
    def __init__(self, prefix="C"):
        self.serial = itertools.count(1)
        self.prefix = prefix
        self.contacts, self.problems = [], []

    def key(self):
        """The next key. A rejected row uses up a key, too: see `reject`."""
        return f"{self.prefix}{next(self.serial):03d}"

    def reject(self, row, why):
        """Note a problem; the key that the row would have had stays unused."""
        next(self.serial)
        self.problems.append(f"row {row}: {why}")


def phone(cell):
    """Digits of a phone number with a leading + kept, None for an empty cell."""
    if cell.empty:
        return None
    digits = re.sub(r"[^\d+]", "", cell.text)
    if not re.fullmatch(r"\+?\d{3,}", digits):
        raise ValueError(f"not a phone number: {cell.text}")
    return digits


def flag(value):
    """Only False itself and the numbers equal to it switch something off.

    Sheets hold 0, 0.0 and False for "no"; an empty text, None and an empty
    list mean that nobody was asked, which is not a no.
    """
    return value != 0


def contact(book, row, cells, wanted):
    padded = (list(cells) + [None] * 4)[:4]
    name, mail, number, note = [Cell(cell) for cell in padded]
    fields = {}
    if name.empty:
        return book.reject(row, "no name")
    if not mail.empty and not MAIL.match(mail.text):
        return book.reject(row, f"not a mail address: {mail.text}")
    try:
        fields["phone"] = phone(number)
    except ValueError as error:
        return book.reject(row, str(error))
    if not mail.empty:
        fields["mail"] = mail.text.lower()
    if not note.empty:
        fields["note"] = textwrap.shorten(note.text, 40, placeholder=" {...}")
    lines = [
        f"{LABELS[field]}: {value}"
        for field, value in sorted(fields.items())
        if value and (wanted is None or field in wanted)
    ]
    book.contacts.append({"key": book.key(), "name": name.text, "lines": lines})


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
        if flag(header) and row == 1:
            continue
        contact(book, row, cells, wanted)
    return {"contacts": book.contacts, "problems": book.problems}
