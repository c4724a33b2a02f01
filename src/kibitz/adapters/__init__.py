"""Doors to other projects: PettingZoo, Gymnasium and OpenSpiel. Each needs that project's package."""
