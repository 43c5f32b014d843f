"""What each line of a submission is worth to a trainer, and what was found on it."""

from markupsafe import Markup

from code_review_env.align import LineVector
from code_review_env.env.episode import Episode
from code_review_env.env.feedback.certificate import Certificate, Span, certify, line_vector
from code_review_env.env.scoring.gate import lines_of
from code_review_env.server.ui.markup import folded, inert, joined, table


def line_rewards(episode: Episode, entry: str) -> Markup:
    """The line rewards of the last submission, as a heat map with a table of the places behind it."""
    last = episode.transitions[-1]
    certificate = certify(last.report, last.source, entry)
    vector = line_vector(certificate, episode.terms.values)
    rows = joined(_line(text, worth, vector.base) for text, worth in zip(lines_of(last.code), vector.values, strict=False))
    return Markup(
        '<section class="cre-panel"><h2>Line rewards</h2><p class="cre-note">{}</p>'
        '<pre class="cre-diff cre-heat cre-scroll" tabindex="0" aria-label="Line rewards">{}</pre>{}</section>'
    ).format(_said(vector), rows, _places(certificate))


def _said(vector: LineVector) -> str:
    lower = sum(value < vector.base for value in vector.values)
    return (
        f"What the tokens of a line get where rewards are aligned with the text: {vector.base:+.2f} where nothing was found, "
        f"less on {lower} lines, {vector.eos:+.2f} at the end of the sequence."
    )


def _line(text: str, worth: float, base: float) -> Markup:
    look = "cre-costs" if worth < base else "cre-plain"
    return Markup('<span class="{}" style="--share:100%"><b>{:+.2f}</b>{}</span>').format(look, worth, inert(text))


def _places(certificate: Certificate) -> Markup:
    if not certificate.spans:
        return Markup("")
    return folded("What was found, by line", table("Places", ("Line", "Rule", "Message"), map(_place, certificate.spans)))


def _place(span: Span) -> tuple[Markup | str, ...]:
    return str(span.row), Markup("<code>{}</code>").format(inert(span.rule)), inert(span.message)
