"""Who may see what: an episode is for whoever knows its owner's secret, a bundle belongs to the episodes that made it."""

from code_review_env.env.episode import Episode
from code_review_env.env.errors import Forbidden
from code_review_env.env.feedback.bundle import Bundle
from code_review_env.env.store import EpisodeStore
from code_review_env.env.terms import owner_hash


def load_owned(store: EpisodeStore, episode_id: str, owner: object) -> Episode:
    """The episode, for whoever may play it.

    Raises:
        UnknownEpisode: no such id.
        Forbidden: it has an owner and `owner` is not their secret.
    """
    episode = store.load(episode_id)
    if not _owned(episode, owner):
        message = f"episode {episode_id!r} has an owner; send their `owner` secret"
        raise Forbidden(message)
    return episode


def load_open(store: EpisodeStore, episode_id: str, owner: object) -> Episode:
    """The episode, for whoever may see everything that was found in it.

    Raises:
        UnknownEpisode: no such id.
        Forbidden: it has an owner and `owner` is not their secret, or it tells less until it is over.
    """
    episode = load_owned(store, episode_id, owner)
    if not _open(episode, owner):
        message = f"episode {episode_id!r} has feedback {episode.terms.feedback!r}: its facts open when it is over"
        raise Forbidden(message)
    return episode


def load_bundle(store: EpisodeStore, bundle_id: str, owner: object) -> Bundle:
    """The bundle, for whoever may see all feedback of an episode that it belongs to.

    A bundle tells everything that was found. Where an episode has less feedback than that, it stays closed until the episode
    is over.

    Raises:
        UnknownBundle: no such id.
        Forbidden: no episode that it belongs to may be seen that far.
    """
    bundle = store.bundle(bundle_id)
    if not any(_open(store.load(one), owner) for one in store.users(bundle_id)):
        message = f"bundle {bundle_id[:12]} is of episodes with an owner, or of ones that tell less until they are over"
        raise Forbidden(message)
    return bundle


def _owned(episode: Episode, owner: object) -> bool:
    secret = owner if isinstance(owner, str) else None
    return not episode.terms.owner_sha256 or owner_hash(secret) == episode.terms.owner_sha256


def _open(episode: Episode, owner: object) -> bool:
    return _owned(episode, owner) and (episode.terms.feedback == "full" or episode.done)
