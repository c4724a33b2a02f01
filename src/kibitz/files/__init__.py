"""Files that are there whole or not at all, and the file that tables and books share."""
