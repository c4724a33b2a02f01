"""Value types: values, limits, options, sides."""
