"""Mutation testing: `dev/mutate` runs it by hand."""
