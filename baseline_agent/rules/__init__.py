"""A player without a model: general repairs of Python, one skill a stage, led by findings and code alone."""
