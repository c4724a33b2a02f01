"""Where work is done: here, in processes of this machine, or on a cluster. No algorithm knows which."""
