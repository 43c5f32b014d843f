"""Mixes for a radio play, with every mess: options that come and go."""

from typing import Final

from code_review_env.tasks.families.medium import mix_tracks
from code_review_env.tasks.family import Family, changed, combined

ORACLE: Final = changed(
    mix_tracks.ORACLE,
    (
        """\
        raise MixError(lines[0] if lines else f"{program}: status {error.returncode}") from None
""",
        """\
        said = lines[0] if lines else f"{program}: status {error.returncode}"
        raise MixError(said) from None
""",
    ),
    (
        """\
def mix(tracks: Sequence[tuple[str, float]], target: str, fade: float = 0, title: str = "") -> float:
""",
        """\
def mix(
    tracks: Sequence[tuple[str, float]], target: str, fade: float = 0, title: str = ""
) -> float:
""",
    ),
)

FAMILY: Final[Family] = combined(mix_tracks.FAMILY, ORACLE)
