"""Hostile texts: only documented errors may come out."""
