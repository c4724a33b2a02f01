# No tables of positions with few pieces.
set(without endgames)
