# No index of all positions.
set(without tiers)
