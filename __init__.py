"""RL Code Review Environment: an agent repairs messy Python under a reward that can be trusted."""
