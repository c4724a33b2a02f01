"""Value types, errors and small helpers shared by all layers."""
