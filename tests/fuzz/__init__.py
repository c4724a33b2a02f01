"""Hostile texts raise documented errors only."""
