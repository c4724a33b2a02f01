"""Everything interactive: typed commands on shared games, without any transport."""
