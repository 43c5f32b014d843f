"""Clean programs rich in decisions."""
