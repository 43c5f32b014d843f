"""Families of the stage `exceptions`."""
