"""Positions with exact move values, and scores of answers to them."""
