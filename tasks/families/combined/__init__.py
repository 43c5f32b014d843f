"""Programs of the medium stage that are clean by the rules of all three: their tasks carry every mess in one file."""
