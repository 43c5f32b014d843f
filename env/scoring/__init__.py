"""From a submission to a Report, and from a Report to a Reward."""
