"""`sqlite3` for the programs that may use it. No other can: where nobody asks, the module does not exist.

The fork server maps the libraries and reads the code; only a child whose world asks for it makes the modules of them, under
the same confinement as any other. It opens no file, so databases live in memory.
"""

import _imp
import importlib.util
import os
import sys
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any, Final

_LIBRARY: Final = "_sqlite3"
_PACKAGE: Final = "sqlite3"
_INNER: Final = "sqlite3.dbapi2"
_CREATE: Final[Any] = getattr(_imp, "create_dynamic", None)
_EXECUTE: Final[Any] = getattr(_imp, "exec_dynamic", None)
"""Bound before `preload.close` takes them away. What is not mapped already they cannot load: a child opens no file."""


class Database:
    """The modules, ready to be made."""

    def __init__(self) -> None:
        self._library = _found(_LIBRARY)
        _map(str(self._library.origin))
        self._codes = {name: _code(name) for name in (_PACKAGE, _INNER)}

    def open(self) -> None:
        """Make `sqlite3` importable in this process."""
        library = _CREATE(self._library)
        sys.modules[_LIBRARY] = library
        _EXECUTE(library)
        package = self._module(_PACKAGE)
        inner = self._module(_INNER)
        vars(package)["dbapi2"] = inner
        exec(self._codes[_INNER], vars(inner))  # noqa: S102 - the standard library's own code
        exec(self._codes[_PACKAGE], vars(package))  # noqa: S102 - as above

    @staticmethod
    def _module(name: str) -> ModuleType:
        module = ModuleType(name)
        vars(module)["__package__"] = _PACKAGE
        if name == _PACKAGE:
            vars(module)["__path__"] = []
        sys.modules[name] = module
        return module


def _map(path: str) -> None:
    """Map a library and what it depends on. The handle is dropped, which unmaps nothing."""
    import _ctypes  # noqa: PLC0415 - as in `kernel`, which conceals it afterwards

    core: Any = _ctypes
    core.dlopen(path, os.RTLD_NOW)


def _found(name: str) -> ModuleSpec:
    spec = importlib.util.find_spec(name)
    if spec is None:
        message = f"this interpreter has no module {name}"
        raise ImportError(message)
    return spec


def _code(name: str) -> CodeType:
    """The code of a module that is not imported."""
    spec = _found(_PACKAGE)
    folder = (spec.submodule_search_locations or [""])[0]
    path = spec.origin if name == _PACKAGE else f"{folder}/{name.rpartition('.')[2]}.py"
    loader: Any = spec.loader
    return compile(loader.get_data(path), f"<{name}>", "exec", dont_inherit=True)
