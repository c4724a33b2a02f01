"""One suite that every game must pass."""
