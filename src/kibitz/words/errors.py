"""What can go wrong, said so that a person can put it right."""


class KibitzError(Exception):
    """Anything that Kibitz refuses, with a message that says what would be right."""


class BadNotation(KibitzError, ValueError):
    """A text that is no move, position or option at all."""


class IllegalMove(KibitzError, ValueError):
    """A well-formed move that the rules don't allow now."""


class WrongGame(KibitzError, ValueError):
    """A position, move, table or book of other rules: of another game, or of the same with other options."""


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


def quoted(value: object) -> str:
    """A text or another value from outside as a message shows it: a text in quotes, and cut short if long."""
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:37] + "...")
    try:
        text = repr(value)
    except Exception:  # it comes from outside, and may do anything when it is looked at
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
