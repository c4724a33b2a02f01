"""The games: names, options, notation and drawing; their rules are in the core."""
