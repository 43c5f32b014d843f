"""Feedback as data: what was found of a submission as canonical bytes, and what a trainer can compute from them again."""
