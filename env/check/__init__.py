"""Do two versions of a function behave alike? No tests are needed: the original is what is right."""
