"""Families of the stage `naming`."""
