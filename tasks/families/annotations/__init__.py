"""Families of the stage `types`."""
