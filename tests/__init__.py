"""The proof: see docs/testing.md."""
