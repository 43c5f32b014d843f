"""WHERE the environment is reached."""
