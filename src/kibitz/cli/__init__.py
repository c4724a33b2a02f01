"""The program `kibitz`: one file for each command."""
