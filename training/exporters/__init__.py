"""One module for each trainer: rows in, what it takes out. Each says whether the credit of single tokens survives."""
