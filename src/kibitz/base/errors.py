"""Exceptions of Kibitz. Each message says what would be right."""


class KibitzError(Exception):
    """The base class of all errors raised by Kibitz.

    >>> import kibitz
    >>> try:
    ...     kibitz.load("chequers")
    ... except kibitz.KibitzError as error:
    ...     print(type(error).__name__)
    BadOption
    """


class BadNotation(KibitzError, ValueError):
    """A text that can't be parsed as a move, position or value.

    >>> import kibitz
    >>> kibitz.load("tictactoe").start().play("ten")
    Traceback (most recent call last):
        ...
    kibitz.base.errors.BadNotation: 'ten' is not a move; a move is a cell from 1 to 9
    """


class IllegalMove(KibitzError, ValueError):
    """A well-formed move that the rules don't allow in this position.

    >>> import kibitz
    >>> kibitz.load("tictactoe").start().play("5", "5")
    Traceback (most recent call last):
        ...
    kibitz.base.errors.IllegalMove: 5 is taken; choose an empty cell
    """


class WrongGame(KibitzError, ValueError):
    """A position, move, table or book that belongs to another game, or to the same game with other options.

    >>> import kibitz
    >>> kibitz.solve("tictactoe").value(kibitz.load("connect4").start())
    Traceback (most recent call last):
        ...
    kibitz.base.errors.WrongGame: this table is about tictactoe, the position about connect4
    """


class GameOver(KibitzError):
    """A request that makes no sense after the end of the game.

    >>> import kibitz
    >>> kibitz.player("random").choose(kibitz.load("tictactoe").start().play("1 4 2 5 3"))
    Traceback (most recent call last):
        ...
    kibitz.base.errors.GameOver: the game is over (1-0); there is nothing to choose
    """


class BadOption(KibitzError, ValueError):
    """An unknown option, or an option value out of range.

    >>> import kibitz
    >>> kibitz.load("mnk", width=99)
    Traceback (most recent call last):
        ...
    kibitz.base.errors.BadOption: width must be 1 to 19, not '99'
    """


class BadGame(KibitzError):
    """A game written in Python that contradicts itself or breaks the contract of a game.

    >>> import kibitz
    >>> class Endless(kibitz.PythonGame):
    ...     def start(self): return 0
    ...     def moves(self, state): return []
    ...     def play(self, state, move): return state
    ...     def outcome(self, state): return None
    >>> kibitz.load(Endless).start().moves
    Traceback (most recent call last):
        ...
    kibitz.base.errors.BadGame: Endless: moves(0) is empty but outcome() says that the game is not over
    """


class BadFile(KibitzError):
    """A file that can't be read or written, or has the wrong content.

    >>> import kibitz
    >>> kibitz.load("missing.py")
    Traceback (most recent call last):
        ...
    kibitz.base.errors.BadFile: missing.py can't be read: No such file or directory
    """


class ChangedRecord(KibitzError, ValueError):
    """A record that was edited or damaged: its checksum does not match.

    >>> import kibitz
    >>> record = kibitz.Record(kibitz.load("tictactoe"), kibitz.load("tictactoe").start().moves[:1])
    >>> kibitz.Record.parse(str(record).replace("1. 1", "1. 2"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    kibitz.base.errors.ChangedRecord: line 1: this game was changed by hand or damaged: ...
    """


class Stopped(KibitzError):
    """Long work was stopped before it had a result.

    >>> import kibitz
    >>> stop = lambda done, total: False
    >>> kibitz.solve("connect:width=5,height=4", progress=stop, again=True)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    kibitz.base.errors.Stopped: solving connect:width=5,height=4 was stopped; ...
    """


def quoted(value: object) -> str:
    """Return a value for an error message: texts in quotes, long ones cut."""
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:37] + "...")
    try:
        text = repr(value)
    except Exception:  # the repr of a caller's object may raise anything
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def format_with_location(error: BaseException) -> str:
    """Format an exception of a user's code with the file and line that raised it."""
    import traceback  # imported on errors only

    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename}: line {frames[-1].lineno}: " if frames else ""
    return f"{where}{type(error).__name__}: {error}"
