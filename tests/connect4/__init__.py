"""Tests of the exact Connect solver."""
