"""Addresses of partner shops, with every mess: the first server that answers."""

from typing import Final

from code_review_env.tasks.families.medium import resolve_host
from code_review_env.tasks.family import Family, changed, combined

ORACLE: Final = changed(
    resolve_host.ORACLE,
    (
        """\
def resolve(name, servers=("",), kind="A"):
""",
        '''\
def first_answer(name, kind, servers):
    """The lines of the first server that can be asked."""
    for server in servers:
        lines = ask(name, kind, server)
        if lines is not None:
            return lines
    raise TimeoutError(f"no server knows {name}")


def resolve(name, servers=("",), kind="A"):
''',
    ),
    (
        """\
    for server in servers:
        lines = ask(name, kind, server)
        if lines is not None:
            return list(dict.fromkeys(line for line in lines if is_address(line)))
    raise TimeoutError(f"no server knows {name}")
""",
        """\
    lines = first_answer(name, kind, servers)
    return list(dict.fromkeys(line for line in lines if is_address(line)))
""",
    ),
)

FAMILY: Final[Family] = combined(resolve_host.FAMILY, ORACLE)
