"""Games written in Python: the author's base class, and the adapter to `Game`."""
