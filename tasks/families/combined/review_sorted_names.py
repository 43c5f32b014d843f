"""Lists of members, with every mess: a locale in the environment."""

from typing import Final

from code_review_env.tasks.families.medium import sorted_names
from code_review_env.tasks.family import Family, combined

FAMILY: Final[Family] = combined(sorted_names.FAMILY, sorted_names.ORACLE)
