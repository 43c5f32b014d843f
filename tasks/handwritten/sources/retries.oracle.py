"""Retry planning for the HTTP client of the sync job.

The job replays a recorded exchange and asks what a polite client would have
done. Times are integer milliseconds.
"""

IDEMPOTENT = {"GET", "HEAD", "OPTIONS", "PUT", "DELETE"}
ALWAYS = {429, 503}
IF_IDEMPOTENT = {408, 500, 502, 504}
ONCE = 425


def retry_after(value, now):
    """Milliseconds asked for by a Retry-After header, or None.

    Seconds ("3", " 3 ") and absolute seconds ("@1700", relative to `now` in
    milliseconds, never below 0) are understood. Everything else, also a
    negative or fractional number, is as good as no header.
    """
    text = "" if value is None else value.strip()
    digits = text.removeprefix("@")
    if not digits.isdigit():
        return None
    if text == digits:
        return int(digits) * 1000
    return max(int(digits) * 1000 - now, 0)


def broken(method, response):
    """The verdict about a connection that broke before there was a status."""
    if method in IDEMPOTENT or not response.get("sent", True):
        return "retry"
    return "fail"


def may_repeat(method, status, attempt):
    """Whether an answer with an error status is worth another attempt."""
    if status in IF_IDEMPOTENT:
        return method in IDEMPOTENT
    if status == ONCE:
        return attempt == 1
    return status in ALWAYS


def answered(method, status, attempt):
    """The verdict about an answer that has a status."""
    if status not in range(100, 600):
        raise ValueError("not a status: " + str(status))
    if status < 400:
        return "done"
    return "retry" if may_repeat(method, status, attempt) else "fail"


def verdict(method, response, attempt):
    """Say done, retry or fail about one answer; `attempt` counts from 1.

    A response without a status (the connection broke) is retried for
    idempotent methods, and for others only when nothing had been sent. 429 and
    503 are always retried; 408, 500, 502 and 504 for idempotent methods; 425
    once. A status below 400 is done; everything else has failed.
    """
    status = response.get("status")
    if status is None:
        return broken(method, response)
    return answered(method, status, attempt)


def delay(attempt, base, cap, asked):
    """What to wait after the given attempt: base doubled each time, at most cap.

    A longer wait that the server asked for wins, even above the cap.
    """
    wait = min(base * 2 ** (attempt - 1), cap)
    return wait if asked is None else max(wait, asked)


def checked_method(method, attempts):
    """The method in capitals, once the arguments of `plan` are found sane."""
    if attempts < 1:
        raise ValueError("attempts must be positive")
    method = method.strip().upper()
    if not method:
        raise ValueError("no method")
    return method


def stop(result, attempt, attempts):
    """The outcome that ends the exchange at this response, or None to go on."""
    if result != "retry":
        return result
    return "exhausted" if attempt >= attempts else None


def next_wait(response, attempt, limits, elapsed):
    """The wait before the next attempt, or None when the budget forbids it."""
    base, cap, budget = limits
    asked = retry_after(response.get("after"), elapsed)
    wait = delay(attempt, base, cap, asked)
    return None if elapsed + wait > budget else wait


def respond(method, response, attempt, limits, elapsed):
    """Outcome (or None) and following wait (or None) of one response."""
    attempts, *times = limits
    outcome = stop(verdict(method, response, attempt), attempt, attempts)
    if outcome is not None:
        return outcome, None
    wait = next_wait(response, attempt, times, elapsed)
    return ("budget" if wait is None else None), wait


def plan(method, responses, attempts=4, base=100, cap=2000, budget=10000):
    """What a client with these limits does with the recorded responses.

    Returns `{"outcome", "waits", "elapsed"}`: outcome is "done" or "fail" as
    `verdict` says, "exhausted" after the last allowed attempt, "budget" when
    the next wait would take the elapsed time above the budget (that wait is
    not listed) and "open" when the record ends first. Time is what the
    responses took (`ms`, 0 if absent) plus the waits. Raises
    ValueError("attempts must be positive"), ValueError("no method") for a
    blank method, and what `verdict` raises. Method names are read in any case.
    """
    method = checked_method(method, attempts)
    limits = (attempts, base, cap, budget)
    waits = []
    elapsed = 0
    for attempt, response in enumerate(responses, start=1):
        elapsed += response.get("ms") or 0
        outcome, wait = respond(method, response, attempt, limits, elapsed)
        if outcome is not None:
            return {"outcome": outcome, "waits": waits, "elapsed": elapsed}
        waits.append(wait)
        elapsed += wait
    return {"outcome": "open", "waits": waits, "elapsed": elapsed}
