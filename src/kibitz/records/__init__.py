"""Game records as text, in one format for all games, and the folder of saved games."""
