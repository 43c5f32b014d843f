"""HOW a submission is judged."""
