"""Analysis: values of positions and their moves, explanations, and counting."""
