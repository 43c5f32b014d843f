"""What a measured run is, whoever plays it and whoever counts: the episodes, what came of each, how far a mean is trusted."""
