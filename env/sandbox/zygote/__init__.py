"""Runs alone under a bare `python -S`: the standard library and siblings by bare name, nothing else.

The parent imports `codec` from here; no other module of this folder is imported outside the zygote process.
"""
