"""Clean programs for PEP 8 mess, many with a fix trap."""
