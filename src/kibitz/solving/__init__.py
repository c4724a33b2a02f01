"""Solving: exact values of whole games, stored in tables on disk."""
