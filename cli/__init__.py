"""The command line's parts: what to print, how to end, how to play."""
