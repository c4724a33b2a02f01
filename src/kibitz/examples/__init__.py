"""Games written in Python that come with Kibitz: to play, to read, and to begin one's own from."""
