"""The one failure that an episode can end with: there is no result."""


class Unscored(Exception):
    """Machinery between agent and verdict failed: the episode has no result, which is not a result of 0."""
