"""Players measured against each other: matches, tournaments and what their results say."""
