"""The one serialisation of JSON values that is hashed: RFC 8785 (JCS)."""

import hashlib
from collections.abc import Iterable, Mapping

import rfc8785


def canonical(value: object) -> bytes:
    """The canonical bytes of a JSON value.

    Raises:
        ValueError: not a JSON value, an integer beyond 2^53 - 1, NaN, infinity, or a lone surrogate.
    """
    return rfc8785.dumps(value)  # type: ignore[arg-type]  # it refuses by itself what is no JSON value


def composed(members: Mapping[str, bytes]) -> bytes:
    """The canonical bytes of an object, from those of its values, which somebody may have kept.

    Args:
        members: by name; all names are ASCII, so their order is that of their characters.
    """
    return b"{%b}" % b",".join(b'"%b":%b' % (name.encode(), members[name]) for name in sorted(members))


def listed(items: Iterable[bytes]) -> bytes:
    """The canonical bytes of an array, from those of its items."""
    return b"[%b]" % b",".join(items)


def digest(value: object) -> str:
    """sha256 over the canonical bytes, 64 hex digits."""
    return hashlib.sha256(canonical(value)).hexdigest()
