# No tables of positions with few pieces, and no captures to search selectively.
set(without endgames selective)
