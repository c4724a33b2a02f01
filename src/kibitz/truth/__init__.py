"""Positions with the exact value of every move, and a scorer for anything that names a move."""
