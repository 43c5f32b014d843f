"""What a visitor reads while every worker is busy: how many are before them."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Final, TypeVar

from markupsafe import Markup

from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.server.ui.markup import badge

POLL_S: Final = 0.4
"""Between two looks; who is served sooner reads nothing."""

T = TypeVar("T")


def places(pool: SandboxPool, act: Callable[[], T]) -> Iterator[int | T]:
    """Do something that runs in the sandbox.

    Args:
        pool: of the sandbox, which serves callers in the order they come.
        act: what to do.

    Yields:
        How many callers are before this one, at every look, so that whoever gave up is let go; the result last.

    Raises:
        What `act` raises.
    """
    came = pool.load()
    ahead = came.waiting + 1 if came.busy == pool.status().workers else 0
    one = ThreadPoolExecutor(1, "waiting")
    try:
        future = one.submit(act)
        while wait([future], POLL_S).not_done:
            yield max(0, ahead - (pool.load().left - came.left))
        yield future.result()
    finally:
        one.shutdown(wait=False)  # whoever closes an abandoned wait may be the event loop


def busy(place: int) -> str:
    """The place in words."""
    form = Markup(
        '<p class="cre-banner cre-now" role="status">{} <span>All workers are busy; you are number {} in line.</span></p>'
    )
    return str(form.format(badge("now", "waiting"), place))
