"""Games written in Python: what their author subclasses, and how they become a `Game`."""
