"""Ways to tangle control flow: C901."""
