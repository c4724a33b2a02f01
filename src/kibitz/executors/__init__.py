"""Executors: run independent jobs in this process, in a process pool or on a cluster."""
