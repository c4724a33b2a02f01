"""What can go wrong, said so that a person can put it right."""


class KibitzError(Exception):
    """Anything that Kibitz refuses, with a message that says what would be right.

    >>> import kibitz
    >>> try:
    ...     kibitz.load("chequers")
    ... except kibitz.KibitzError as error:
    ...     print(type(error).__name__)
    BadOption
    """


class BadNotation(KibitzError, ValueError):
    """A text that is no move, position or option at all.

    >>> import kibitz
    >>> kibitz.load("tictactoe").start().play("ten")
    Traceback (most recent call last):
        ...
    kibitz.base.errors.BadNotation: 'ten' is not a move; a move is a cell from 1 to 9
    """


class IllegalMove(KibitzError, ValueError):
    """A well-formed move that the rules don't allow now.

    >>> import kibitz
    >>> kibitz.load("tictactoe").start().play("5", "5")
    Traceback (most recent call last):
        ...
    kibitz.base.errors.IllegalMove: 5 is taken; choose an empty cell
    """


class WrongGame(KibitzError, ValueError):
    """A position, move, table or book of other rules: of another game, or of the same with other options.

    >>> import kibitz
    >>> kibitz.solve("tictactoe").value(kibitz.load("connect4").start())
    Traceback (most recent call last):
        ...
    kibitz.base.errors.WrongGame: this table is about tictactoe, the position about connect4
    """


class GameOver(KibitzError):
    """Something was asked of a game that has ended.

    >>> import kibitz
    >>> kibitz.player("random").choose(kibitz.load("tictactoe").start().play("1 4 2 5 3"))
    Traceback (most recent call last):
        ...
    kibitz.base.errors.GameOver: the game is over (1-0); there is nothing to choose
    """


class BadOption(KibitzError, ValueError):
    """An option that does not exist or has a value out of range.

    >>> import kibitz
    >>> kibitz.load("mnk", width=99)
    Traceback (most recent call last):
        ...
    kibitz.base.errors.BadOption: width must be 1 to 19, not '99'
    """


class BadGame(KibitzError):
    """A game written in Python breaks the rules of being a game.

    >>> import kibitz
    >>> class Endless(kibitz.OwnGame):
    ...     def start(self): return 0
    ...     def moves(self, state): return []
    ...     def play(self, state, move): return state
    ...     def outcome(self, state): return None
    >>> kibitz.load(Endless).start().moves
    Traceback (most recent call last):
        ...
    kibitz.base.errors.BadGame: Endless: moves(0) is empty but outcome() says that the game goes on
    """


class BadFile(KibitzError):
    """A file that can't be read, or is not what it should be.

    >>> import kibitz
    >>> kibitz.load("missing.py")
    Traceback (most recent call last):
        ...
    kibitz.base.errors.BadFile: missing.py can't be read: No such file or directory
    """


class ChangedRecord(KibitzError, ValueError):
    """A record whose moves, start, game or result are no longer those that its checksum was made from.

    >>> import kibitz
    >>> record = kibitz.Record(kibitz.load("tictactoe"), kibitz.load("tictactoe").start().moves[:1])
    >>> kibitz.Record.parse(str(record).replace("1. 1", "1. 2"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    kibitz.base.errors.ChangedRecord: line 1: this game was changed by hand or damaged: ...
    """


class Stopped(KibitzError):
    """Long work ended because it was told to, before it had an answer.

    >>> import kibitz
    >>> stop = lambda done, total: False
    >>> kibitz.solve("connect:width=5,height=4", progress=stop, again=True)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    kibitz.base.errors.Stopped: solving connect:width=5,height=4 was stopped; ...
    """


def quoted(value: object) -> str:
    """A text or another value from outside as a message shows it: a text in quotes, and cut short if long."""
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:37] + "...")
    try:
        text = repr(value)
    except Exception:  # it comes from outside, and may do anything when it is looked at
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def raised_where(error: BaseException) -> str:
    """An error of somebody's own code, with the file and the line that raised it."""
    import traceback  # not loaded as long as all goes well

    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename}: line {frames[-1].lineno}: " if frames else ""
    return f"{where}{type(error).__name__}: {error}"
