"""Atomic writes, locks, and the file formats of tables and networks."""
