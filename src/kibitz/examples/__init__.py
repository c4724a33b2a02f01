"""Games written in Python that come with Kibitz: to play, to read, and to build on."""
