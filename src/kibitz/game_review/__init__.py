"""Game review: mistakes, luck and better moves."""
