"""Families of the stage `sql`."""
