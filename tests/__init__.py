"""Tests of Kibitz; docs/testing.md describes them."""
