"""Reading, writing and waiting inside a virtual process: each yields where a real call would block."""

from collections.abc import Callable, Generator

from processes.handles import Handle
from processes.process import Wait


def read(handle: Handle, size: int = 65536) -> Generator[Wait, None, bytes]:
    """Read some bytes; empty at the end."""
    held: list[bytes | None] = [handle.read(size)]

    def ready() -> bool:
        held[0] = handle.read(size)
        return held[0] is not None

    if held[0] is None:
        yield Wait(ready, handle.descriptor())
    return held[0] or b""


def write(handle: Handle, data: bytes) -> Generator[Wait, None, None]:
    """Write everything.

    Raises:
        BrokenPipeError: nobody reads any more.
    """
    while data:
        taken = handle.write(data)
        if taken is not None:
            data = data[taken:]
            continue
        held: list[int | BrokenPipeError | None] = [None]

        def ready(data: bytes = data, held: list[int | BrokenPipeError | None] = held) -> bool:
            try:
                held[0] = handle.write(data)
            except BrokenPipeError as broken:
                held[0] = broken
            return held[0] is not None

        yield Wait(ready, handle.descriptor(), writes=True)
        if isinstance(held[0], BrokenPipeError):
            raise held[0]
        data = data[held[0] or 0 :]


def until(ready: Callable[[], bool]) -> Generator[Wait, None, None]:
    """Wait for a condition inside the machine."""
    if not ready():
        yield Wait(ready)
