"""Mistakes planted on purpose, to see which tests notice: `dev/mutate` runs it by hand."""
