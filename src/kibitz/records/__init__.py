"""Games as text: one form for all games, and the folder they are kept in."""
