"""Values that take long to make: made once where many ask at once, and the latest kept."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """Thread-safe; a key is whatever tells two values apart."""

    def __init__(self, most: int) -> None:
        """Empty.

        Args:
            most: values to keep; the one that was asked for longest ago is forgotten first.
        """
        self._most = most
        self._lock = threading.Lock()
        self._values: OrderedDict[str, Value] = OrderedDict()
        self._under_way: dict[str, threading.Lock] = {}

    def of(self, key: str, make: Callable[[], Value], *, sound: Callable[[Value], bool] = lambda _: True) -> Value:
        """The value of a key. A burst of callers waits for the first instead of making it once each.

        Args:
            key: whose value.
            make: makes it; what it raises is the caller's, and the next one tries again.
            sound: whether it may be kept.
        """
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
            turn = self._under_way.setdefault(key, threading.Lock())
        with turn:
            if key in self._values:
                return self._values[key]
            try:
                value = make()
                if sound(value):
                    self._keep(key, value)
            finally:
                with self._lock:
                    self._under_way.pop(key, None)
        return value

    def _keep(self, key: str, value: Value) -> None:
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._most:
                self._values.popitem(last=False)
