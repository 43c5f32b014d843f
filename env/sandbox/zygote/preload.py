"""What a submission can import: these modules and nothing else, so that a score does not depend on the host."""

import gc
import importlib
import sys
from typing import Final

MODULES: Final = (
    "__future__ _strptime _weakrefset abc argparse array ast asyncio base64 binascii bisect builtins calendar cmath codecs "
    "collections collections.abc concurrent.futures configparser contextlib contextvars copy copyreg csv dataclasses "
    "datetime decimal difflib dis enum errno fcntl fnmatch fractions functools gc glob graphlib hashlib heapq hmac html "
    "html.entities importlib inspect io ipaddress itertools json keyword linecache locale logging "
    "marshal math atexit numbers opcode operator os os.path pathlib pickle platform posixpath ntpath "
    "pprint queue random re reprlib resource sched secrets select selectors shlex shutil signal socket stat statistics string "
    "stringprep struct subprocess sys tempfile textwrap threading time token tokenize traceback types typing "
    "unicodedata urllib urllib.parse uuid warnings weakref zlib"
).split()

_ENCODINGS: Final = (
    "ascii latin_1 utf_8 utf_8_sig utf_16 utf_16_le utf_16_be utf_32 utf_32_le utf_32_be idna punycode cp437 cp1252 "
    "iso8859_15 unicode_escape raw_unicode_escape hex_codec base64_codec rot_13 aliases"
).split()

_ABSENT: Final = ("ssl", "_ssl", "_hashlib", "_curses", "bz2", "lzma")
"""Named by a module above behind `try: import`; large, and of no use here (hashlib has its own implementations)."""

_WITHDRAWN: Final = frozenset("_ctypes runpy _posixshmem _multiprocessing _xxsubinterpreters".split())
"""Loaded by the machinery itself; a submission gets `ModuleNotFoundError`."""

_LOADERS: Final = ("create_dynamic", "exec_dynamic", "create_builtin", "exec_builtin", "init_frozen", "get_frozen_object")


class _Closed:
    """The only finder left: it knows nothing, so whatever is not loaded already is not found."""

    @staticmethod
    def find_spec(_name: str, _path: object = None, _target: object = None) -> None:
        """No module is found."""


def load() -> None:
    """Import everything a submission may use."""
    for name in _ABSENT:
        sys.modules[name] = None  # type: ignore[assignment] # makes `import` fail at once, as documented
    for name in (*MODULES, *(f"encodings.{encoding}" for encoding in _ENCODINGS)):
        importlib.import_module(name)
    for name in _ABSENT:
        del sys.modules[name]


def close(own: set[str]) -> None:
    """Withdraw the machinery's modules (`own`: their names) and every way to load another one."""
    import _imp  # noqa: PLC0415 - only to take its loaders away

    for name in set(sys.modules) & (own | _WITHDRAWN):
        del sys.modules[name]
    for name in _LOADERS:
        delattr(_imp, name)
    del gc.unfreeze  # would make the machinery's objects visible to `gc.get_objects`
    sys.meta_path[:] = [_Closed()]
    sys.path_hooks.clear()
    sys.path_importer_cache.clear()
    sys.path.clear()
