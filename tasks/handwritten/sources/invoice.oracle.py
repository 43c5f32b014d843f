"""Markdown invoices for the billing mailer.

The mail template is Markdown: two blanks at the end of a line force a line
break, so they are part of what the customer sees.
"""

import re
from decimal import ROUND_HALF_UP, Decimal

VAT = {
    "standard": "0.20",
    "reduced": "0.07",
    "books": "0.07",
    "export": "0",
}

HEADER = (
    "# Invoice {number}\n"
    "Billed to {name}  \n"
    "Terms: {days} days net  \n"
    "\n"
)

REMINDER = (
    "Please pay within {days} days. "
    "Transfers without the invoice number cannot be matched.\n"
)


def cents(value):
    """Round an amount half up to two places; anything else is a ValueError."""
    try:
        return Decimal(value).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    except Exception as error:
        raise ValueError(f"not an amount: {value!r}") from error


def settled(paid):
    """True for True and for the number 1, whatever its type.

    The column comes from an old export: 2 means disputed, "yes" is a note that
    somebody typed; neither of them is settled.
    """
    return paid == 1


def line(item):
    """One table row and its amount. A missing or None qty means 1, a 0 is a 0."""
    qty = item.get("qty")
    if qty is None:
        qty = 1
    amount = cents(Decimal(qty) * cents(item["price"]))
    title = re.sub(r"\s+", " ", item["title"]).strip()
    title = title.replace("|", "\\|")
    return f"| {title} | {qty} | {amount} |", amount


def invoice(number, name, items, paid=False, rate="standard", days=14):
    """Render one invoice as Markdown text.

    `items` are mappings with `title`, `price` and an optional `qty`. `rate` is
    a key of VAT; an unknown one is a KeyError with the rate as its argument.
    `days` is shown as it is given. Raises ValueError("not an amount: ...") for
    a price that Decimal cannot read or round. Nothing that is passed in is changed.
    """
    factor = Decimal(VAT[rate])
    text = HEADER.format(number=number, name=name, days=days)
    total = Decimal(0)
    if not items:
        text += "No items.\n"
    for item in items:
        row, amount = line(item)
        text += row + "\n"
        total += amount
    tax = cents(total * factor)
    gross = total + tax
    text += f"\n**Net {cents(total)}**, VAT {tax}, to pay **{cents(gross)}**\n"
    if not settled(paid) and gross > 0:
        text += REMINDER.format(days=days)
    return text
