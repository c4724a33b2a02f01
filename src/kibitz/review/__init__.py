"""Lessons from a game: what each move gave away, and what was luck."""
