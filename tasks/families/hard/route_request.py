"""Routes of a web shop. Edges: parameters of a path, methods, trailing slashes, roles, redirects."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Which page of the flower shop answers a request."""

ROUTES = (
    ("GET", "/", "home", "guest"),
    ("GET", "/flowers", "list", "guest"),
    ("GET", "/flowers/{id}", "flower", "guest"),
    ("POST", "/flowers/{id}/review", "review", "member"),
    ("PUT", "/flowers/{id}", "edit", "staff"),
    ("DELETE", "/flowers/{id}", "remove", "owner"),
    ("GET", "/orders/{year}/{id}", "order", "member"),
    ("GET", "/files/{path*}", "file", "guest"),
)
ROLES = {"guest": 0, "member": 1, "staff": 2, "owner": 3}
MOVED = {"/shop": "/flowers", "/index.html": "/", "/blumen": "/flowers"}
LIMITS = {"id": (1, 9999), "year": (1990, 2099)}


def segments(path):
    """The parts of a path, without the empty ones around them."""
    return path.strip("/").split("/")


def bound(name, text):
    """The value of a number in a path, None where it is none or out of range."""
    low, high = LIMITS[name]
    if not text.isdigit():
        return None
    return int(text) if low <= int(text) <= high else None


def matched(pattern, parts):
    """Values of the parameters of a pattern, None where it does not fit."""
    names = segments(pattern)
    if names[-1] == "{path*}":
        return rest_of(names, parts)
    return values(names, parts) if len(names) == len(parts) else None


def rest_of(names, parts):
    """The path behind the first part, None where that is another one."""
    if parts[0] != names[0] or len(parts) < len(names):
        return None
    return {"path": "/".join(parts[1:])}


def part_value(name, part):
    """What a part of the path gives: a parameter's value, itself, or None."""
    if name.startswith("{"):
        return bound(name[1:-1], part)
    return part if name == part else None


def values(names, parts):
    """Parameters of a pattern with as many parts as the path."""
    found = {name: part_value(name, part) for name, part in zip(names, parts)}
    if None in found.values():
        return None
    return {name[1:-1]: one for name, one in found.items() if name.startswith("{")}


def fitting(path):
    """(method, page, role, parameters) of every route whose pattern fits."""
    parts = segments(path)
    found = [(method, page, role, matched(pattern, parts)) for method, pattern, page, role in ROUTES]
    return [route for route in found if route[3] is not None]


def allowed(role, needed):
    """Whether a role is high enough; unknown roles are guests."""
    return ROLES.get(role, 0) >= ROLES[needed]


def refused(role):
    """The status for somebody who may not: known people are forbidden."""
    return (403, "forbidden") if ROLES.get(role, 0) > 0 else (401, "log in")


def cleaned(path):
    """The path without its query; it must begin with a slash."""
    if not path.startswith("/"):
        raise ValueError(f"not a path: {path}")
    return path.partition("?")[0].rstrip("/") or "/"


def wrong_method(routes):
    """The answer where no route has the method."""
    methods = ", ".join(sorted(route[0] for route in routes))
    return (405, methods) if routes else (404, "not found")


def answer(route, role):
    """Status and page of the route that was found."""
    _, page, needed, parameters = route
    if not allowed(role, needed):
        return refused(role)
    return 200, page, parameters


def route_request(method, path, role="guest"):
    """The answer to a request: `(status, page)`, on success with the parameters.

    Old paths are moved: (301, new path). Else the first route whose method and
    pattern fit counts; HEAD is as good as GET. Without a pattern (404, "not
    found"); with other methods only (405, their names, sorted, by ", "). A
    role that is too low gives (401, "log in") for guests and (403,
    "forbidden") for others. The query and slashes at the end do not count.
    Numbers in a path have ranges. Raises ValueError("not a path: PATH").
    """
    path = cleaned(path)
    if path in MOVED:
        return 301, MOVED[path]
    wanted = "GET" if method == "HEAD" else method
    routes = fitting(path)
    route = next((route for route in routes if route[0] == wanted), None)
    return wrong_method(routes) if route is None else answer(route, role)
'''

_METHODS: Final = ("GET", "POST", "PUT", "DELETE", "HEAD", "get")
_ROLES: Final = ("guest", "member", "staff", "owner", "robot")


def _id(rng: random.Random) -> str:
    return rng.choice(["1", "9999", "0", "10000", "7", "42", "x", "", "007", "00007", "-1", str(rng.randint(1, 9999))])


def _path(rng: random.Random) -> str:
    year = rng.choice(["1989", "1990", "2024", "2099", "2100", "99"])
    return rng.choice(
        [
            *("/", "/flowers", "/flowers/", "//", "/roses", "/shop", "/index.html", "/blumen/", "/files", "/files/"),
            *(f"/flowers/{_id(rng)}", f"/flowers/{_id(rng)}/review", f"/orders/{year}/{_id(rng)}", f"/files/{_id(rng)}/a.png"),
        ]
    )


def _any(rng: random.Random) -> Case:
    return Case((rng.choice(_METHODS), _path(rng), rng.choice(_ROLES)))


def _flowers(rng: random.Random) -> Case:
    return Case((rng.choice(_METHODS), f"/flowers/{_id(rng)}{rng.choice(['', '', '/', '/review'])}", rng.choice(_ROLES)))


def _orders(rng: random.Random) -> Case:
    year = rng.choice([1989, 1990, 2024, 2099, 2100])
    return Case((rng.choice(["GET", "HEAD", "POST"]), f"/orders/{year}/{_id(rng)}", rng.choice(_ROLES[1:4])))


def _roles(rng: random.Random) -> Case:
    flower = f"/flowers/{rng.randint(1, 9999)}"
    method, path = rng.choice(
        [("PUT", flower), ("DELETE", flower), ("POST", f"{flower}/review"), ("GET", f"/orders/2024{flower[8:]}")]
    )
    return Case((method, path, rng.choice(_ROLES)))


def _queries(rng: random.Random) -> Case:
    query = rng.choice(["?", "?a=1", "?x=/y", "?a?b", ""])
    return Case((rng.choice(["GET", "HEAD", "PUT"]), _path(rng) + rng.choice(["", "/", "//"]) + query))


def _files(rng: random.Random) -> Case:
    parts = [rng.choice(["a", "b.png", "", "7", "c"]) for _ in range(rng.randint(0, 4))]
    return Case((rng.choice(["GET", "HEAD", "DELETE"]), "/".join(["/files", *parts]), rng.choice(_ROLES)))


def _wrong(rng: random.Random) -> Case:
    return Case(
        (rng.choice(_METHODS), rng.choice(["", "flowers", "http://x/", " /", "?/", "/"]) + rng.choice(["", "1", "a/b", "?"]))
    )


FAMILY = Family(
    name="route_request",
    stage="hard",
    domain="web shop",
    split="validation",
    entry="route_request",
    instruction=(
        "Divide this router into functions of McCabe complexity 3 at most; every status, page and parameter must stay."
    ),
    oracle=ORACLE,
    examples=(
        Case(("GET", "/flowers/12?big=1")),
        Case(("DELETE", "/flowers/12", "staff")),
        Case(("POST", "/flowers/7")),
        Case(("GET", "/files/img/a.png")),
    ),
    draws=(
        Draw("requests", "partition", _any),
        Draw("flowers", "boundary", _flowers),
        Draw("orders", "boundary", _orders),
        Draw("roles", "partition", _roles),
        Draw("queries", "partition", _queries),
        Draw("files", "partition", _files),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("no HEAD", changed(ORACLE, ('"GET" if method == "HEAD" else method', "method"))),
        Canary(
            "forbidden for all",
            changed(ORACLE, ('if ROLES.get(role, 0) > 0 else (401, "log in")', 'if role else (401, "log in")')),
        ),
        Canary("any number", changed(ORACLE, ("if low <= int(text) <= high else None", "if int(text) >= low else None"))),
    ),
)
