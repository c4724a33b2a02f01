"""Tests of single games: known facts and corner cases of rules."""
