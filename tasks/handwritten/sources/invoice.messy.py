"""Markdown invoices for the billing mailer.

The mail template is Markdown: two blanks at the end of a line force a line
break, so they are part of what the customer sees.
"""
import json, re
from decimal import *
import datetime as dt

VAT = {
    "standard": "0.19",
    "reduced": "0.07",
    "books": "0.07",
    "export": "0",
    "standard": "0.20",
}

HEADER = """# Invoice {number}
Billed to {name}  
Terms: {days} days net  

"""


def cents(value):
    """Round an amount half up to two places; anything else is a ValueError."""
    try: amount = Decimal(value).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    except:
        raise ValueError(f"not an amount: {value!r}")
    return amount


def settled(paid):
    """True for True and for the number 1, whatever its type.

    The column comes from an old export: 2 means disputed, "yes" is a note that
    somebody typed; neither of them is settled.
    """
    if paid == True:
        return True
    return False


def line(item):
    """One table row and its amount. A missing or None qty means 1, a 0 is a 0."""
    qty = item.get("qty")
    if qty == None:
        qty = 1
    l = cents(Decimal(qty) * cents(item["price"]))
    title = re.sub("\s+", " ", item["title"]).strip(); title = title.replace("|", "\|")
    return f"| {title} | {qty} | {l} |", l


def invoice(number, name, items, paid=False, rate="standard", days=14):
    """Render one invoice as Markdown text.

    `items` are mappings with `title`, `price` and an optional `qty`. `rate` is
    a key of VAT; an unknown one is a KeyError with the rate as its argument.
    `days` is shown as it is given. Raises ValueError("not an amount: ...") for
    a price that Decimal cannot read or round. Nothing that is passed in is changed.
    """
    today = dt.date(2024, 1, 31)
    factor = Decimal(VAT[rate])
    text = HEADER.format(number=number, name=name, days=days)
    total = Decimal(0)
    if not items:
        text += f"No items.\n"
    for item in items:
        row, amount = line(item)
        text += row + "\n"
        total += amount
    tax = cents(total * factor)
    text += "\n**Net {0}**, VAT {1}, to pay **{2}**\n".format(cents(total), tax, cents(total + tax))
    if not settled(paid) and total + tax > 0: text += f"Please pay within {days} days. Transfers without the invoice number cannot be matched.\n"
    return text
