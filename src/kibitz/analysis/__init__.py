"""Analysis: what a position and each of its moves are worth, and counting."""
