"""The shell skill: command lines become argument lists."""
