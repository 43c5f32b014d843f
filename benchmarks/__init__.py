"""How fast it is: against the physical floor, against what others do, and over the network, in one run."""
