"""Hard: retry planning. Chains of comparisons, nested conditions, early returns in a loop with state."""

from typing import Final

from code_review_env.tasks.chance import chance
from code_review_env.tasks.handwritten.making import calls, source
from code_review_env.tasks.task import Case, Group, Task

_STATUSES: Final = (100, 200, 204, 301, 399, 400, 401, 404, 408, 409, 425, 429, 499, 500, 501, 502, 503, 504, 505, 599)

Response = dict[str, object]


def _answer(status: int | None, **rest: object) -> Response:
    return {"status": status, **rest}


def _statuses() -> tuple[Case, ...]:
    methods = ("GET", "POST")
    return tuple(Case((methods[index % 2], [_answer(status)])) for index, status in enumerate(_STATUSES)) + tuple(
        Case((method, [_answer(status)])) for method in methods for status in (408, 429, 500, 502, 503, 504, 425)
    )


def _methods() -> tuple[Case, ...]:
    spelled = ("get", " Head ", "OPTIONS", "put", "delete", "POST", "PATCH", "brew")
    return tuple(Case((method, [_answer(502), _answer(None), _answer(200)])) for method in spelled)


def _broken() -> tuple[Case, ...]:
    sent: tuple[Response, ...] = ({}, {"sent": True}, {"sent": False}, {"sent": None}, {"status": None, "sent": 0})
    return tuple(Case((method, [response, _answer(200)])) for method in ("GET", "POST") for response in sent)


def _headers() -> tuple[Case, ...]:
    values = (None, "3", " 3 ", "0", "-1", "1.5", "", "@", "@2", "@0", "@-1", "@@3", "3@", "soon", "@1", "@ 2", "99", "00004")
    return tuple(Case(("GET", [_answer(503, after=value, ms=1400)])) for value in values)


def _delays() -> tuple[Case, ...]:
    busy = [_answer(503)] * 6
    limits = ((100, 399), (100, 400), (100, 401), (100, 1600), (1, 1), (2, 1), (0, 50), (300, 5000))
    return tuple(Case(("GET", busy), {"attempts": 9, "base": base, "cap": cap}) for base, cap in limits) + tuple(
        Case(("GET", [_answer(429, after=after)] * 2), {"base": 1000, "cap": 1000}) for after in ("0", "1", "2")
    )


def _limits() -> tuple[Case, ...]:
    slow = [_answer(500, ms=50)] * 3
    cases = [Case(("GET", slow), {"budget": budget, "attempts": 3}) for budget in (0, 149, 150, 151, 399, 400, 401)]
    cases += [Case(("GET", slow), {"attempts": attempts}) for attempts in (1, 2, 3, 4)]
    cases += [Case(("GET", [_answer(200, ms=20000)])), Case(("GET", [_answer(503, ms=20000)])), Case(("GET", []))]
    cases += [Case(("POST", [_answer(425)] * count)) for count in (1, 2)]
    cases += [Case(("GET", [_answer(503)] * 6)), Case(("GET", [_answer(503)] * 6), {"attempts": 7})]
    cases += [Case(("GET", [_answer(503, ms=ms, after="9")])) for ms in (999, 1000, 1001)]
    cases += [Case(("GET", [_answer(503, ms=ms, after="@1")]), {"base": 0}) for ms in (0, 999, 1000, 1001, 5000)]
    cases += [Case(("GET", [_answer(503), _answer(425)])), Case(("GET", [_answer(503, ms=None), {"status": 201, "ms": 0}]))]
    return tuple(cases)


def _errors() -> tuple[Case, ...]:
    good = [_answer(200)]
    return (
        *calls(("", good), ("  ", good), ("GET", [_answer(99)]), ("GET", [_answer(600)]), ("POST", [_answer(0)])),
        Case(("GET", good), {"attempts": 0}),
        Case(("", good), {"attempts": -1}),
        Case(("GET", good), {"attempts": 1}),
        *calls(("GET", [_answer(503), _answer(999)]), ("GET", [_answer(404), _answer(999)])),
    )


def _random_cases(count: int) -> tuple[Case, ...]:
    rng = chance("hard/retries/property")
    cases = []
    for _ in range(count):
        responses: list[Response] = [
            {
                "status": rng.choice([None, 200, 404, 408, 425, 429, 429, 500, 502, 503, 503, 504]),
                "ms": rng.randint(0, 400),
                "after": rng.choice([None, None, None, "1", "@1", "@3", "x"]),
                "sent": rng.random() < 2 / 3,
            }
            for _ in range(rng.randint(1, 6))
        ]
        limits = {"attempts": rng.randint(2, 6), "cap": rng.choice([150, 700]), "budget": rng.choice([2500, 9000])}
        cases.append(Case((rng.choice(["GET", "PUT", "POST"]), responses), limits))
    return tuple(cases)


def _groups() -> tuple[Group, ...]:
    exchange = [_answer(503, ms=20, after="1"), _answer(None, ms=300), _answer(200, ms=12)]
    return (
        Group("examples", "example", calls(("get", exchange), ("POST", exchange), ("", [])), visible=True),
        Group("statuses", "partition", _statuses()),
        Group("methods", "partition", _methods()),
        Group("broken connections", "partition", _broken()),
        Group("retry-after", "partition", _headers()),
        Group("delays", "boundary", _delays()),
        Group("limits", "boundary", _limits()),
        Group("faults", "error", _errors()),
        Group("arguments stay", "mutation", calls(("put", exchange, 3, 10, 20, 30))),
        Group("repeat", "repeat", calls(*[("put", exchange, 3, 10, 20, 3000)] * 2)),
        Group("random exchanges", "property", _random_cases(20)),
    )


def task() -> Task:
    """The task `hard/retries`."""
    return Task(
        name="hard/retries",
        stage="hard",
        entry="plan",
        instruction=(
            "Bring every function of this retry planner to McCabe complexity 3 at most: sets of statuses and small "
            "functions instead of chains, with the same outcomes, waits and errors."
        ),
        messy=source("retries", "messy"),
        oracle=source("retries", "oracle"),
        groups=_groups(),
        split="train",
    )
