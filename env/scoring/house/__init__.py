"""Rules of our own that close the dodges of ruff's selection, one module a stage; all are relative to the original file."""
