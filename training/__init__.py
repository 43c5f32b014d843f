"""Learning from what the environment gives: rows of tokens and rewards, and the forms in which trainers take them."""
