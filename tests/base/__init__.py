"""The words: values, limits, options, sides."""
