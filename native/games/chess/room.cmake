# No index of all positions, and no tables of those with few pieces.
set(without tiers endgames)
