"""Families of the stage `resources`."""
