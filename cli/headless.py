"""OpenEnv without its own page, which imports gradio: more seconds of CPU than the rest of a command together."""

import sys
from collections.abc import MutableMapping
from types import ModuleType
from typing import Final

PAGE: Final = "openenv.core.env_server.web_interface"


def leave_the_page_out(modules: MutableMapping[str, ModuleType | None] = sys.modules) -> None:  # type: ignore[assignment] # None is legal
    """Have OpenEnv take its page for not installed, unless it is imported already. OpenEnv provides for that itself."""
    modules.setdefault(PAGE, None)
