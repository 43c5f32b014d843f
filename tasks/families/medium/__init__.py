"""Clean programs that start other programs."""
