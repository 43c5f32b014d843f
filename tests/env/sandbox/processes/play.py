"""Play one form, in a real process or in a virtual machine: both sides run this very code."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any


def outcome(text: str, names: dict[str, str]) -> str:
    """What the form did, as text that can be compared."""
    namespace: dict[str, Any] = dict(names)
    try:
        exec(compile(text, "form", "exec"), namespace)  # noqa: S102 - forms are texts of the test suite
        return f"value {namespace['f']()!r}"
    except subprocess.SubprocessError as error:
        fields = {name: getattr(error, name, None) for name in ("returncode", "output", "stderr", "cmd")}
        return f"{type(error).__name__} {fields}"
    except OSError as error:
        return f"{type(error).__name__} {error.errno} {error.strerror} {error.filename!r}"
    except Exception as error:  # noqa: BLE001 - the type is what is compared
        return f"{type(error).__name__} {error}"


def really(folder: Path, forms: dict[str, str], files: dict[str, str]) -> dict[str, str]:
    """Play every form in this process, each in a fresh project folder below `folder`."""
    found = {}
    clean = dict(os.environ)
    for number, (name, text) in enumerate(forms.items()):
        project = folder / str(number) / "home/user/project"
        for path, content in files.items():
            (project / path).parent.mkdir(parents=True, exist_ok=True)
            (project / path).write_text(content)
        os.environ.clear()
        os.environ.update({**clean, "HOME": str(folder / str(number) / "home/user")})
        os.chdir(project)
        result = outcome(text, {"BIN": str(folder / "bin"), "SH": "/bin/sh"})
        found[name] = result.replace(str(folder / str(number)), "").replace(str(folder), "")
    return found


if __name__ == "__main__":
    order = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    answer = really(Path(order["folder"]), order["forms"], order["files"])
    Path(sys.argv[2]).write_text(json.dumps(answer), encoding="utf-8")
