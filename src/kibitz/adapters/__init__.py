"""Adapters to PettingZoo, Gymnasium and OpenSpiel. Each needs that project's package."""
