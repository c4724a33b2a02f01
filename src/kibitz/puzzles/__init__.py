"""Getting better: puzzles with proved answers, repeated in time; teaching games; openings to explore."""
