"""The interactive service: typed commands on shared games, independent of transports."""
