"""WHO plays: agents that see observations only."""
