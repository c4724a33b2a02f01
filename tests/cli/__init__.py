"""What all commands of the program have in common."""
