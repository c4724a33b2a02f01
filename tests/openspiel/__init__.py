"""The same games in OpenSpiel, move by move."""
