"""The leaderboard: runs over one fixed list of episodes, every number of which is computed here from the actions."""
