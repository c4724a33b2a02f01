"""Answers to questions, by a player or from a file."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.errors import BadFile, BadNotation, GameOver, IllegalMove, KibitzError, quoted
from kibitz.base.json_input import parse_json
from kibitz.base.limit import Limit
from kibitz.base.random import Random
from kibitz.base.value import Estimate, Expect, Points, Value
from kibitz.engines.process import EngineFailed
from kibitz.executors.executor import Executor
from kibitz.files.regular_file import read_regular_file
from kibitz.games.game import Game
from kibitz.players.registry import make_player
from kibitz.truth.catalogue import truth_set
from kibitz.truth.question import Question
from kibitz.truth.truth_set import TruthSet

#: Questions per report of a worker.
_CHUNK = 40
#: Maximum length of a line of answers.
_LONGEST_LINE = 10_000
#: Maximum size of a file of answers.
_LARGEST = 256 * 2**20


@dataclass(frozen=True, slots=True)
class Answer:
    """A move, None if there was no legal one, and the stated expected score, from 0 to 1."""

    id: str
    move: str | None
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Respondent:
    """A player that answers: its spec, its limit per move, and a seed."""

    player: str
    limit: Limit = field(default_factory=Limit)
    seed: int = 0


def cannot_answer(respondent: Respondent, truth: TruthSet) -> str | None:
    """Return why a player can't answer the questions of a set; None if it can."""
    return make_player(respondent.player).cannot_play(truth.game)


def answers_by_player(
    respondent: Respondent, names: Sequence[str], executor: Executor
) -> Generator[tuple[str, list[Answer]]]:
    """Yield the name of a set and some of a player's answers to it, in any order.

    Each question has its own stream of random numbers, so answers depend on neither order nor workers.
    """
    jobs = [(respondent, name, first) for name in names for first in range(0, len(truth_set(name)), _CHUNK)]
    with closing(executor.run(_answer_chunk, jobs)) as chunks:
        yield from chunks


def _answer_chunk(job: tuple[Respondent, str, int]) -> tuple[str, list[Answer]]:
    respondent, name, first = job
    truth = truth_set(name)
    player = make_player(respondent.player)
    answers = []
    try:
        for question in truth.questions[first : first + _CHUNK]:
            raise_if_cancelled()
            rng = Random(f"{respondent.seed}:{question.id}")
            position = truth.game.position(question.position)
            player.prepare(position)  # an engine that does not start is an error, not an answer
            try:
                choice = player.choose(position, respondent.limit, rng)
            except (EngineFailed, IllegalMove, BadNotation):  # an engine crashed or gave no legal move
                answers.append(Answer(question.id, None))
                continue
            answers.append(Answer(question.id, str(choice.move), stated_chance(truth.game, choice.value)))
    finally:
        player.close()
    return name, answers


def stated_chance(game: Game, value: Value | None) -> float | None:
    """Return the expected score of a value; None if it has none."""
    if value is None:
        return None
    if isinstance(value, Expect):
        return value.chance
    if isinstance(value, Estimate):
        return game.scale.win_probability(value.score)
    if isinstance(value, Points) and not value.exact:
        return None
    return None if value.result is None else (value.result + 1) / 2


def read_answers(path: Path, questions: Mapping[str, Question]) -> list[Answer]:
    """Return the answers in a file of JSON lines: `{"id": "tictactoe/001", "move": "5", "chance": 0.5}`.

    The chance may be missing. Moves may be written in any notation of the game. An illegal or missing move is
    an answer too; an invalid line is an error.
    """
    answers: dict[str, Answer] = {}
    try:
        text = read_regular_file(path, _LARGEST).decode()
    except UnicodeDecodeError as error:
        raise BadFile(f"{path} can't be read: {error}") from None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        where = f"line {number} of {path}"
        answer = _parse_answer(line, questions, where)
        if answer is None:
            continue
        if answer.id in answers:
            raise BadFile(f"{where} answers {answer.id} again")
        answers[answer.id] = answer
    return list(answers.values())


def _parse_answer(line: str, questions: Mapping[str, Question], where: str) -> Answer | None:
    """Parse an answer; None if it belongs to another question."""
    try:
        if len(line) > _LONGEST_LINE:
            raise ValueError("it is too long")
        data: Any = parse_json(line)
        if not isinstance(data, dict) or not isinstance(data.get("id"), str):
            raise ValueError('an answer looks like {"id": "tictactoe/001", "move": "5"}')
        chance = data.get("chance")
        if chance is not None and (type(chance) not in (int, float) or not 0 <= chance <= 1):
            raise ValueError(f"a chance is a number from 0 to 1, not {quoted(chance)}")
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{where} is not an answer: {error}") from None
    question = questions.get(data["id"])
    if question is None:
        return None
    move = data.get("move")
    return Answer(
        question.id,
        legal_move(question, move) if isinstance(move, str) else None,
        None if chance is None else float(chance),
    )


def legal_move(question: Question, text: str) -> str | None:
    """Return the legal move of a text in the question's notation; None if there is none."""
    if text in question.values:
        return text
    try:
        return str(_position(question).move(text))
    except (KibitzError, ValueError, GameOver):
        return None


@lru_cache(maxsize=16)
def _position_of(game: Game, text: str) -> Any:
    return game.position(text)


def _position(question: Question) -> Any:
    return _position_of(question.game, question.position)


def question_texts(questions: Iterable[Question]) -> Iterator[dict[str, Any]]:
    """Yield questions without their values, for other programs."""
    for question in questions:
        game, position = question.game, _position(question)
        text = game.text
        yield {
            "id": question.id,
            "game": game.title,
            "rules": "" if text is None else " ".join([text.summary, *text.rules]),
            "turn": game.side_name(position.turn),
            "position": question.position,
            "board": position.draw(),
            "moves": [str(move) for move in position.moves],
        }
