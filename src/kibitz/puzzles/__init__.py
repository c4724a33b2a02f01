"""Training for people: proved puzzles with spaced repetition, blunder checks, and an opening explorer."""
