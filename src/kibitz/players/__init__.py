"""Players, each made from a spec of a name and options."""
