"""Families of the stage `docstrings`."""
