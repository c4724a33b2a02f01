"""A game being played: one object that every front end shares."""
