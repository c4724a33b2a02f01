"""Engine protocols over standard input and output: clients, servers and process management."""
