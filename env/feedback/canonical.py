"""The one serialisation of JSON values that is hashed: RFC 8785 (JCS)."""

import hashlib

import rfc8785


def canonical(value: object) -> bytes:
    """The canonical bytes of a JSON value.

    Raises:
        ValueError: not a JSON value, an integer beyond 2^53 - 1, NaN, infinity, or a lone surrogate.
    """
    return rfc8785.dumps(value)  # type: ignore[arg-type]  # it refuses by itself what is no JSON value


def digest(value: object) -> str:
    """sha256 over the canonical bytes, 64 hex digits."""
    return hashlib.sha256(canonical(value)).hexdigest()
