"""Playing by typing lines: works in a terminal, over a pipe and with a screen reader."""
