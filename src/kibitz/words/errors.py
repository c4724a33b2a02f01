"""What can go wrong, said so that a person can put it right."""


class KibitzError(Exception):
    """Anything that Kibitz refuses, with a message that says what would be right."""


class BadNotation(KibitzError, ValueError):
    """A text that is no move, position or option at all."""


class IllegalMove(KibitzError, ValueError):
    """A well-formed move that the rules don't allow now."""


class GameOver(KibitzError):
    """Something was asked of a game that has ended."""


class BadOption(KibitzError, ValueError):
    """An option that does not exist or has a value out of range."""


class BadGame(KibitzError):
    """A game written in Python breaks the rules of being a game."""


class BadFile(KibitzError):
    """A file that can't be read, or is not what it should be."""


class ChangedRecord(KibitzError, ValueError):
    """A record whose moves, start, game or result are no longer those that its checksum was made from."""


class Stopped(KibitzError):
    """Long work ended because it was told to, before it had an answer."""


def quoted(text: str) -> str:
    """A text from outside as a message shows it: in quotes, and cut short if it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
