"""The games: name, options, notation and drawing of each; their rules are in the core."""
