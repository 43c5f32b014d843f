"""Families of the stage `async`."""
