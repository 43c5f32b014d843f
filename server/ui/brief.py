"""What the task asks: instruction, signature, visible examples."""

from markupsafe import Markup

from code_review_env.server.ui.markup import badge, code, inert, table
from code_review_env.server.ui.view import View


def brief(view: View) -> Markup:
    """The task at hand, under a line that says how the episode stands."""
    seen = view.seen
    shown = table("Examples", ("Call", "Must give"), ((code(one.call), code(one.expected)) for one in seen.examples))
    return Markup(
        '{}<section class="cre-panel cre-brief"><h2>Stage {}: <code>{}</code></h2><p>{}</p>'
        '<p class="cre-keep">Keep its name and signature: <code>{}</code></p>{}</section>'
    ).format(_standing(view), seen.stage, inert(seen.entry), inert(seen.instruction), inert(seen.signature), shown)


def _standing(view: View) -> Markup:
    seen = view.seen
    if seen.done and not seen.truncated:
        return _banner(
            "good", "cleared", f"Every stage is cleared; steps used: {seen.step}. Begin a new episode to play again."
        )
    if seen.done:
        return _banner("bad", "over", f"All {seen.max_steps} steps are used. Begin a new episode to play again.")
    if seen.cleared:
        return _banner(
            "good", "cleared", f"Stage {seen.judged_stage} is cleared. The editor now holds the file of stage {seen.stage}."
        )
    return Markup("")


def _banner(tone: str, word: str, text: str) -> Markup:
    pill = badge("good" if tone == "good" else "bad", word)
    return Markup('<p class="cre-banner cre-{}">{} {}</p>').format(tone, pill, text)
