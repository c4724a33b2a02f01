"""Talking with other programs that play: protocols over standard input and output, from both ends."""
