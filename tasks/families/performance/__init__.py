"""Families of the stage `performance`."""
