"""Retry planning for the HTTP client of the sync job.

The job replays a recorded exchange and asks what a polite client would have
done. Times are integer milliseconds.
"""

IDEMPOTENT = {"GET", "HEAD", "OPTIONS", "PUT", "DELETE"}


def retry_after(value, now):
    """Milliseconds asked for by a Retry-After header, or None.

    Seconds ("3", " 3 ") and absolute seconds ("@1700", relative to `now` in
    milliseconds, never below 0) are understood. Everything else, also a
    negative or fractional number, is as good as no header.
    """
    if value is None:
        return None
    value = value.strip()
    if value.startswith("@"):
        if value[1:].isdigit():
            wait = int(value[1:]) * 1000 - now
            if wait < 0:
                return 0
            else:
                return wait
        else:
            return None
    else:
        if value.isdigit():
            return int(value) * 1000
        else:
            return None


def verdict(method, response, attempt):
    """Say done, retry or fail about one answer; `attempt` counts from 1.

    A response without a status (the connection broke) is retried for
    idempotent methods, and for others only when nothing had been sent. 429 and
    503 are always retried; 408, 500, 502 and 504 for idempotent methods; 425
    once. A status below 400 is done; everything else has failed.
    """
    status = response.get("status")
    if status is None:
        if method in IDEMPOTENT:
            return "retry"
        elif response.get("sent", True):
            return "fail"
        else:
            return "retry"
    if status < 100 or status > 599:
        raise ValueError("not a status: " + str(status))
    if status < 400:
        return "done"
    if status == 429 or status == 503:
        return "retry"
    if status == 408 or status == 500 or status == 502 or status == 504:
        if method in IDEMPOTENT:
            return "retry"
        return "fail"
    if status == 425 and attempt == 1:
        return "retry"
    return "fail"


def delay(attempt, base, cap, asked):
    """What to wait after the given attempt: base doubled each time, at most cap.

    A longer wait that the server asked for wins, even above the cap.
    """
    wait = base
    for _ in range(attempt - 1):
        wait = wait * 2
        if wait > cap:
            break
    if wait > cap:
        wait = cap
    if asked is not None:
        if asked > wait:
            wait = asked
    return wait


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
    if attempts < 1:
        raise ValueError("attempts must be positive")
    method = method.strip().upper()
    if not method:
        raise ValueError("no method")
    waits = []
    elapsed = 0
    attempt = 0
    for response in responses:
        attempt += 1
        elapsed += response.get("ms") or 0
        result = verdict(method, response, attempt)
        if result != "retry":
            return {"outcome": result, "waits": waits, "elapsed": elapsed}
        if attempt >= attempts:
            return {"outcome": "exhausted", "waits": waits, "elapsed": elapsed}
        wait = delay(attempt, base, cap, retry_after(response.get("after"), elapsed))
        if elapsed + wait > budget:
            return {"outcome": "budget", "waits": waits, "elapsed": elapsed}
        waits.append(wait)
        elapsed += wait
    return {"outcome": "open", "waits": waits, "elapsed": elapsed}
