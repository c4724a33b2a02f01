"""Matches and tournaments between players, with ratings and statistical tests."""
