"""A virtual machine that starts programs: scripted tools, a small POSIX shell, files and a clock, and no real process."""
