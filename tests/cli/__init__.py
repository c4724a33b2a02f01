"""Common to all commands of the program."""
