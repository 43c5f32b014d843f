"""WHAT is asked: tasks as pure data, the bank and the curriculum."""
