"""The line-based interface: works in a terminal, over a pipe and with a screen reader."""
