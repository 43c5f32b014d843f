"""The interpreter in which trusted files run: calls come in as JSON, what each did goes out, a line each."""

import contextlib
import dis
import io
import json
import os
import sys
from types import ModuleType
from typing import IO, Any, Final

from code_review_env.env.sandbox.zygote import codec
from code_review_env.tasks.evaluate import evaluate

_NAME: Final = "revised"
_FILE: Final = "<trusted>"
_RAISE: Final = dis.opmap["RAISE_VARARGS"]


def main() -> None:
    """Answer one request from standard input; what the code itself prints goes elsewhere."""
    request = json.load(sys.stdin)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.path.insert(0, request["folder"])
        code = compile(request["source"], _FILE, "exec")
        for args, kwargs in request["calls"]:
            _say(out, _outcome(code, request["entry"], evaluate(args), evaluate(kwargs)))


def _say(out: IO[str], found: dict[str, object]) -> None:
    out.write(json.dumps(found) + "\n")
    out.flush()


def _outcome(code: Any, entry: str, args: Any, kwargs: Any) -> dict[str, object]:  # noqa: ANN401 - of somebody else's function
    """What one call on a fresh copy of the module did, as fields of `Outcome`."""
    before, printed = _read([args, kwargs]), io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            module = ModuleType(_NAME)
            exec(code, module.__dict__)  # noqa: S102 - the owner asked for it
            found: dict[str, object] = {"kind": "value", "value": _read(getattr(module, entry)(*args, **kwargs))}
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the outcome
        kind = type(error)
        name = f"{kind.__module__}.{kind.__qualname__}"
        found = {"kind": "raise", "error": name, "message": str(error), "raised_by_source": _by_source(error)}
    after = _read([args, kwargs])
    return {**found, "args_after": None if after == before else after, "stdout": printed.getvalue()}


def _read(value: object) -> codec.Tree:
    """The value as a tree; by its `repr` where it is of a type that trees do not carry."""
    tree = codec.encode(value)
    return codec.encode([type(value).__qualname__, repr(value)]) if codec.OPAQUE in json.dumps(tree) else tree


def _by_source(error: BaseException) -> bool:
    """Whether a `raise` of the file itself raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code if trace is not None else None
    if trace is None or code is None or code.co_filename != _FILE:
        return False
    return code.co_code[trace.tb_lasti] == _RAISE
