"""The players: each way of choosing a move, by name and options."""
