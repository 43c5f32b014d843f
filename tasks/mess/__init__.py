"""Mess that provably keeps the behaviour: transforms of clean sources, each with the reason why nothing changes."""
