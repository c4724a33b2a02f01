"""Solving: exact values of whole games, kept in tables on disk."""
