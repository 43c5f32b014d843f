"""The outside of a submission in the child: its files, its clock and, in the medium stage, its processes."""

import socket
from typing import Any

Json = dict[str, Any]


class World:
    """Installs the virtual outside once, and starts it afresh around every call."""

    def __init__(self, description: Json, broker: socket.socket | None) -> None:
        self._hooks: Any = None
        if broker is not None:
            from processes import hooks  # noqa: PLC0415 - loaded by the zygote before any fork

            hooks.install(broker, description)
            self._hooks = hooks

    def begin(self) -> None:
        """Start afresh before the module is imported."""

    def begin_call(self, index: int, tools: Json) -> None:
        """Start afresh before a call."""
        if self._hooks is not None:
            self._hooks.begin_call(index, tools)

    def end_call(self, index: int) -> None:
        """Close the books of a call."""
        if self._hooks is not None:
            self._hooks.end_call(index)
