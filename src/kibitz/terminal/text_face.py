"""A game shown to people: the board, and what happened in words."""

from __future__ import annotations

from kibitz.analysis.explanation import Explanation
from kibitz.analysis.report import Analysis
from kibitz.games.position import Position
from kibitz.players.player import Player
from kibitz.session.live_game import Event
from kibitz.session.session import Session
from kibitz.terminal.talk import Talk
from kibitz.words.errors import KibitzError
from kibitz.words.side import Side

#: How many moves of a line are shown.
_LINE = 8


def side_phrase(session: Session, side: Side) -> str:
    """A side's name in the game with its place: `x (first)`."""
    name = session.game.side_name(side)
    return name if str(side) in name else f"{name} ({side})"


def result_phrase(session: Session) -> str:
    """How the game ended, in a sentence."""
    ending = session.ending
    assert ending is not None
    outcome, by = ending.outcome, ""
    if outcome.winner is None:
        return f"The game is a draw ({outcome})."
    name = session.game.side_name(outcome.winner)
    if (reason := ending.reason(session.game.side_name)) is not None:
        by = f", since {reason}"
    if len(session.people) == 1 and not by:
        who = "You win" if session.people[0] is outcome.winner else "The computer wins"
        return f"{who} as {name} ({outcome})."
    return f"{name[:1].upper() + name[1:] if len(name) > 1 else name} wins{by} ({outcome})."


class TextFace:
    """For people: the board, and what changed in words."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._shown: Position | None = None

    def started(self, session: Session) -> None:
        """Say who is who."""
        self._talk.say()
        self._talk.say(f"A game of {session.game.title.removesuffix('!')}.")
        self._talk.say(self._who_is_who(session))
        if session.moves:
            made = session.decisions
            self._talk.say("1 move has been made." if made == 1 else f"{made} moves have been made.")
        self._shown = None

    def _who_is_who(self, session: Session) -> str:
        parts = []
        for side in (Side.FIRST, Side.SECOND):
            phrase = side_phrase(session, side)
            player = session.players[side]
            if player is not None:
                parts.append(f"The computer ({_called(player)}) is {phrase}.")
            elif len(session.people) == 1:
                parts.append(f"You are {phrase}.")
            else:
                parts.append(f"Player {side + 1} is {phrase}.")
        return " ".join(parts)

    def happened(self, session: Session, event: Event) -> None:
        """Say what was done, and show each move where nobody plays.

        A person sees what it typed itself; in plain mode that is said too.
        """
        if event.is_roll:
            self._talk.say(f"The roll is {event.move}.")
            return
        name = session.game.side_name(event.side)
        if session.players[event.side] is not None:
            who = f"The computer ({name})" if session.people else name
            self._talk.say(f"{who} played {event.move}.")
        elif self._talk.plain:
            who = f"You ({name})" if len(session.people) == 1 else name
            self._talk.say(f"{who} played {event.move}.")
        if not session.people:
            self._draw(session)

    def board(self, session: Session) -> None:
        """Draw the board."""
        self._shown = None
        self._draw(session)

    def before_move(self, session: Session) -> None:
        """Draw the board if it is not what was drawn last."""
        self._draw(session)

    def changed(self, session: Session, what: str) -> None:
        """Say what was taken back or played again."""
        self._talk.say(what)
        self._shown = None

    def hint(self, session: Session, said: Explanation) -> None:
        """Say a best move and why."""
        self._talk.say_list(f"Try {said.move}:", f"it {_reasons(said)}.{_expected(said)}")

    def why(self, session: Session, said: Explanation) -> None:
        """Say what a move is good for."""
        self._talk.say_list(f"{said.move}:", f"it {_reasons(said)}.{_expected(said)}")

    def values(self, session: Session, found: Analysis) -> None:
        """List the moves by what they are worth, best first."""
        name = session.game.side_name(found.position.mover)
        self._talk.say(f"What each move is worth to {name} ({found.source.words()}):")
        groups: dict[str, list[str]] = {}
        for each in found.moves:
            groups.setdefault(each.value.words(), []).append(str(each.move))
        for words, moves in groups.items():
            self._talk.say_list(f"  {words}:", " ".join(moves))

    def value(self, session: Session, found: Analysis) -> None:
        """Say what the position is worth, and the best move."""
        name = session.game.side_name(found.position.mover)
        best = f", best with {found.best.move}" if found.best else ""
        self._talk.say(f"{name}, {'to move' if found.best else 'to roll'}: {found.value.words()}{best}.")

    def moves(self, session: Session) -> None:
        """List what is allowed."""
        self._talk.say_list("Allowed now:", " ".join(map(str, session.position.moves)))

    def refused(self, error: KibitzError) -> None:
        """Say what was wrong."""
        text = str(error)
        self._talk.say(text[:1].upper() + text[1:] + ".")

    def ended(self, session: Session) -> None:
        """Show the last position and say who won."""
        self._draw(session)
        self._talk.say(result_phrase(session))

    def _draw(self, session: Session) -> None:
        if self._shown == session.position:
            return
        self._shown = session.position
        picture = session.game.draw(
            session.position, last=session.last, unicode=self._talk.unicode, paint=self._talk.paint
        )
        self._talk.say(f"\n{picture}\n")
        if session.clock is not None:
            self._talk.say(f"Time left: {session.clock}")


def _called(player: Player) -> str:
    """A player as a person knows it: `difficulty 50`, `200 Elo`, or its spec."""
    if player.name != "level":
        return player.spec
    elo = int(player.values["elo"])
    return f"difficulty {player.values['strength']}" if elo < 0 else f"{elo} Elo above difficulty 0"


def _reasons(said: Explanation) -> str:
    return "; it ".join(reason.text for reason in said.reasons)


def _expected(said: Explanation) -> str:
    """The line that a value rests on, where there is more to it than the move."""
    if len(said.line) < 2:
        return ""
    more = " ..." if len(said.line) > _LINE else ""
    return f" Expected: {' '.join(map(str, said.line[:_LINE]))}{more}"
