"""Tests of single games: known facts and rules corners."""
