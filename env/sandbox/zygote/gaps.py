"""Where a child's objects lie: on few fresh pages, or one by one in the gaps that start-up left on many.

A page that a child writes to is copied, which takes a microsecond or more. So the zygote fills its gaps once, before the first
fork. The numbers are those of CPython 3.11's allocator and of glibc; elsewhere a child is slower and nothing else.
"""

from typing import Final

_POOL: Final = 1 << 14
"""Bytes of one pool of small objects. Source: POOL_SIZE in Objects/obmalloc.c."""
_POOL_HEADER: Final = 48
_STEP: Final = 16
_SMALL: Final = 512
"""Larger objects come from malloc."""
_BYTES_HEADER: Final = bytes.__basicsize__
_ENOUGH: Final = 20_000
"""Objects of one size at most."""
_LARGE: Final = 1 << 16
_CACHED: Final = 8
"""One more than malloc keeps of each small size for reuse."""

_HELD: Final[list[object]] = []
"""What fills the gaps, for as long as the process lives."""


def fill() -> None:
    """Leave no gap that is worth mentioning."""
    for size in range(_STEP, _SMALL + 1, _STEP):
        _fill_pools(size)
    size = _LARGE
    while size > _SMALL:
        _fill_heap(size)
        size -= max(size // 8 & -_STEP, _STEP)


def _fill_pools(size: int) -> None:
    """Take objects of one size until a whole fresh pool was filled from its first place to its last."""
    places = (_POOL - _POOL_HEADER) // size
    row = last = 0
    for _ in range(_ENOUGH):
        held = _object(size)
        _HELD.append(held)
        address = id(held)
        follows = row > 0 and address == last + size
        row = row + 1 if follows else int(address % _POOL == _POOL_HEADER)
        if row == places:
            return
        last = address


def _object(size: int) -> object:
    """An object of exactly so many bytes that no free list holds."""
    if size == object.__basicsize__:
        return object()
    return complex(size, 1) if size == complex.__basicsize__ else bytes(size - _BYTES_HEADER)


def _fill_heap(size: int) -> None:
    """Take blocks of one size until they come from the end of the heap."""
    top, beyond = 0, 0
    for _ in range(_ENOUGH):
        held = bytes(size - _BYTES_HEADER)
        _HELD.append(held)
        beyond = beyond + 1 if id(held) > top else 0
        top = max(top, id(held))
        if beyond > _CACHED:
            return
