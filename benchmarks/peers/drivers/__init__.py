"""Scripts that speak for a peer, run with its packages on the path; each answers a line per submission."""
