"""The tools without a transport: what they return, and how they refuse."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.base.errors import KibitzError
from kibitz.mcp.resources import Resources
from kibitz.mcp.tools import Tools
from kibitz.records.record_store import Store
from kibitz.service.descriptions import command_schema
from kibitz.service.service import Service
from kibitz.service.settings import Settings

NIM = (Path(kibitz.__file__).parent / "examples" / "nim.py").read_text(encoding="utf-8")
Call = Callable[..., Awaitable[dict[str, Any]]]


def use(folder: Path, steps: Callable[[Call, Tools], Awaitable[None]], *, code: bool = False) -> None:
    """Run a service, and steps that call its tools."""

    async def run() -> None:
        settings = Settings(code_folder=str(folder / "written") if code else "")
        service = Service(settings, Store(folder / "games"), folder / "deck.json")
        tools = Tools(service)

        async def call(tool: str, /, **given: Any) -> dict[str, Any]:
            found, text = await tools.call(tool, given)
            assert text.strip(), f"{tool} has no text"
            return {**found, "TEXT": text}

        async with service.running():
            await steps(call, tools)

    asyncio.run(run())


async def refusal(call: Call, tool: str, **given: Any) -> str:
    """Return the error of a call."""
    with pytest.raises(KibitzError) as refused:
        await call(tool, **given)
    return str(refused.value)


def test_every_argument_is_a_field_of_the_tools_command_or_the_id_of_a_game_or_puzzle(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        for tool in tools.offered.values():
            fields = command_schema(tool.arguments.command)["properties"]
            renamed = {new: old for old, new in tool.arguments.renamed.items()}
            for name, schema in tool.input_schema["properties"].items():
                if name in ("id", "puzzle") and name in tool.arguments.more:
                    continue
                assert schema == fields[renamed.get(name, name)]

    use(tmp_path, steps, code=True)


def test_every_argument_is_described(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        plain = [
            f"{tool.name}.{name}"
            for tool in tools.offered.values()
            for name, schema in tool.input_schema["properties"].items()
            if not schema.get("description")
        ]
        assert not plain

    use(tmp_path, steps, code=True)


def test_games_and_rules_are_those_of_the_library(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        listed = await call("list_games")
        assert {"tictactoe", "chess", "nim"} <= {each["game"] for each in listed["games"]}
        rules = await call("game_rules", game="mnk", options={"width": 4, "height": 3})
        game = kibitz.load("mnk:width=4,height=3")
        assert game.text is not None
        assert rules["game"] == game.spec
        assert rules["moves"] == [str(move) for move in game.start().moves]
        assert rules["board"] == game.start().draw()
        assert rules["rules"] == list(game.text.rules)  # with its options
        assert "width" in {each["name"] for each in rules["options"]}
        pig = await call("game_rules", game="pig")
        assert "A 1 loses the turn's points" in pig["TEXT"]
        assert (await call("game_rules", game="chess"))["rules"] == list(kibitz.load("chess").text.rules)

    use(tmp_path, steps)


def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    """The legal moves, the board and the result are those of the rules."""

    async def steps(call: Call, tools: Tools) -> None:
        state = await call("new_game", game="connect4", first="person", second="random", seed=7)
        position = kibitz.load("connect4").start()
        while state["outcome"] is None:
            assert state["position"] == str(position)
            assert state["legal_moves"] == [str(move) for move in position.moves]
            state = await call("play", id=state["id"], move=state["legal_moves"][-1], seq=state["seq"])
            position = kibitz.load("connect4").start().play(*state["played"])
        assert position.is_over
        assert state["outcome"]["result"] == str(position.outcome)
        assert state["legal_moves"] == []
        assert state["turn"] is None
        assert "The game is over" in state["TEXT"]
        assert "the game is over" in await refusal(call, "play", id=state["id"], move="1")

    use(tmp_path, steps)


def test_two_computers_play_until_the_end(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        state = await call("new_game", game="tictactoe", first="level", second="level")
        assert state["waits"] == "over"
        assert kibitz.load("tictactoe").start().play(*state["played"]).is_over

    use(tmp_path, steps)


def test_dice_and_the_computer_move_before_the_state_is_returned(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        state = await call("new_game", game="ewn", first="level", second="person")
        assert state["waits"] == "person"
        assert state["turn"] == "second"
        position = kibitz.load("ewn").position(state["position"])
        assert state["legal_moves"] == [position.write(move) for move in position.moves]

    use(tmp_path, steps)


def test_undo_takes_back_the_move_and_the_reply(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        start = await call("new_game", game="tictactoe", second="level")
        played = await call("play", id=start["id"], move="5")
        assert len(played["played"]) == 2
        undone = await call("undo", id=start["id"])
        assert undone["played"] == []
        assert undone["position"] == start["position"]
        assert "no move of yours to take back" in await refusal(call, "undo", id=start["id"])
        resigned = await call("resign", id=start["id"])
        assert resigned["outcome"]["winner"] == "second"
        assert (await call("game_state", id=start["id"]))["outcome"] == resigned["outcome"]

    use(tmp_path, steps)


def test_a_stale_state_is_refused(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        state = await call("new_game", game="tictactoe")
        await call("play", id=state["id"], move="5", seq=state["seq"])
        said = await refusal(call, "play", id=state["id"], move="1", seq=state["seq"])
        assert "changed in the meantime" in said
        assert (await call("game_state", id=state["id"]))["played"] == ["5"]

    use(tmp_path, steps)


def test_the_number_of_a_state_outlasts_the_game_in_memory(tmp_path: Path) -> None:
    """Assistants think for longer than a game without clients stays open."""

    async def steps(call: Call, tools: Tools) -> None:
        state = await call("new_game", game="tictactoe", second="level")
        state = await call("play", id=state["id"], move="5", seq=state["seq"])
        tools.service._games.close()  # as after a while without clients, or a new start
        await tools.service._games.write_now()
        again = await call("game_state", id=state["id"])
        assert again["seq"] == state["seq"]
        move = state["legal_moves"][0]
        assert (await call("play", id=state["id"], move=move, seq=state["seq"]))["seq"] == 4

    use(tmp_path, steps)


def test_analysis_agrees_with_the_library_and_says_whether_it_is_exact(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        found = await call("analyse", game="connect4", moves="4 4 4")
        expected = kibitz.analyse(kibitz.load("connect4").start().play("4 4 4"))
        assert found["value"]["exact"]
        assert found["value"]["text"] == str(expected.value)
        values = {each["move"]: each["value"]["text"] for each in found["moves"]}
        assert values == {str(each.move): str(each.value) for each in expected.moves}
        assert "Exact: the second player" in found["TEXT"]
        own = await call("analyse", game="nim", moves=["3-3", "1-1"])  # in Python: a list
        nim = kibitz.load("nim").start().play("3-3", "1-1")
        assert own["value"]["text"] == str(kibitz.analyse(nim).value)
        guess = await call("analyse", game="gomoku", seconds=0.2)
        assert not guess["value"]["exact"]
        assert "An estimate, which may be wrong" in guess["TEXT"]

    use(tmp_path, steps)


def test_moves_are_explained_in_a_game_and_in_any_position(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        state = await call("new_game", game="tictactoe")
        for move in ("1", "5", "2"):
            state = await call("play", id=state["id"], move=move)
        hint = await call("hint", id=state["id"])
        assert (hint["move"], hint["value"]["exact"]) == ("3", True)  # the only block
        values = await call("analyse_game", id=state["id"])
        assert values["moves"][0]["move"] == "3"
        assert (await call("analyse_game", id=state["id"], at=0))["position"] == ".../.../..."
        last = await call("explain_game_move", id=state["id"])
        assert last["move"] == "2"
        other = await call("explain_game_move", id=state["id"], move="9")
        assert (other["move"], other["value"]["text"]) == ("9", "Loss(2)")
        free = await call("explain_move", game="tictactoe", moves="1 5 2", move="9")
        assert free["value"] == other["value"]
        assert (await call("explain_move", game="tictactoe", moves="1 5 2"))["move"] == "3"

    use(tmp_path, steps)


def test_a_review_of_a_game_and_of_its_record_are_the_same(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        state = await call("new_game", game="tictactoe")
        for move in ("1", "5", "9", "3", "8", "7"):
            state = await call("play", id=state["id"], move=move)
        review = await call("review_game", id=state["id"])
        record = (await call("game_record", id=state["id"]))["record"]
        assert await call("review_record", record=record) == review
        assert review["exact"]
        position, mistakes = kibitz.load("tictactoe").start(), []
        for ply, move in enumerate(state["played"]):
            values = {str(each.move): each.value.result for each in kibitz.analyse(position).moves}
            if values[move] < max(values.values()):
                mistakes.append(ply)
            position = position.play(move)
        assert [lesson["ply"] for lesson in review["lessons"]] == mistakes
        again = await call("load_game", record=record)
        assert again["played"] == state["played"]
        assert again["id"] != state["id"]
        assert state["id"] in {each["name"] for each in (await call("list_saved_games"))["records"]}

    use(tmp_path, steps)


def test_a_puzzle_is_answered_with_the_move_that_the_solver_proves(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        puzzle = await call("next_puzzle", game="tictactoe")
        assert puzzle["solution"] is None
        position = kibitz.load("tictactoe").position(puzzle["position"])
        best, *others = kibitz.analyse(position).moves
        wrong = await call("answer_puzzle", puzzle=puzzle["puzzle"], move=str(others[-1].move))
        assert wrong["result"] == "wrong"
        right = await call("answer_puzzle", puzzle=puzzle["puzzle"], move=str(best.move))
        assert right["result"] in ("solved", "right so far")
        second = await call("next_puzzle", game="tictactoe")
        shown = await call("reveal_answer", puzzle=second["puzzle"])
        assert shown["puzzle"]["solution"].split()[0] in second["moves"]
        assert "next_puzzle gives one" in await refusal(call, "answer_puzzle", puzzle="none", move="1")

    use(tmp_path, steps)


def test_a_solved_game_has_the_known_value(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        assert (await call("solving_progress"))["job"] is None
        job = (await call("solve_game", game="nim"))["job"]
        assert job["state"] == "done"
        assert "loses in 6" in job["message"]  # 1 xor 2 xor 3 is 0
        assert (await call("solving_progress"))["job"] == job
        assert (await call("stop_solving"))["job"] == job
        failed = (await call("solve_game", game="gomoku"))["job"]
        assert failed["state"] == "failed"
        assert "gomoku" in failed["message"] or "too" in failed["message"]

    use(tmp_path, steps)


def test_a_match_is_the_librarys(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        found = await call(
            "play_match", game="tictactoe", first="minimax:depth=2", second="random", games=20, seed=3
        )
        expected = kibitz.match(
            "minimax:depth=2", "random", game="tictactoe", games=20, seed=3, nodes=10_000, workers=1
        )
        assert found["complete"]
        assert (found["wins"], found["draws"], found["losses"]) == (
            expected.wins,
            expected.draws,
            expected.losses,
        )

    use(tmp_path, steps)


def test_a_match_ends_when_its_time_is_over(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        found = await call(
            "play_match", game="gomoku", first="random", second="random", games=1000, seconds=0.05
        )
        assert not found["complete"]
        assert 0 < found["games"] < 1000
        assert "The time was over" in found["TEXT"]

    use(tmp_path, steps)


def test_a_written_game_is_refused_with_reasons_until_it_is_right(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        broken = NIM.replace("def is_over", "def is_ower").replace("import ast", "import ast, missing_module")
        first = await call("write_game", name="heaps", source=broken)
        assert not first["accepted"]
        assert first["game"] is None
        assert "heaps.py" in first["TEXT"]
        assert "missing_module" in first["TEXT"]
        assert str(tmp_path) not in first["TEXT"]
        found = await call("write_game", name="heaps", source=NIM)
        assert found["accepted"], found["TEXT"]
        spec = found["game"]
        assert spec in {each["game"] for each in (await call("list_games"))["games"]}
        state = await call("new_game", game=spec, second="level")
        assert state["board"].startswith("pile 1")
        state = await call("play", id=state["id"], move="1-1")
        assert len(state["played"]) == 2
        analysis = await call("analyse", game=spec)
        assert analysis["value"]["exact"]
        assert (await call("game_rules", game=f"{spec}:piles=2"))["moves"] == ["1-1", "2-1", "2-2"]
        assert (await call("review_game", id=state["id"]))["exact"]
        match = await call("play_match", game=spec, first="level", second="random", games=4)
        assert match["complete"]
        assert (await call("explain_move", game=spec))["value"]["exact"]
        # A second version takes the place of the first.
        second = await call("write_game", name="heaps", source=NIM.replace('"piles", 3', '"piles", 2'))
        assert second["accepted"], second["TEXT"]
        assert (await call("game_rules", game=spec))["moves"] == ["1-1", "2-1", "2-2"]

    use(tmp_path, steps, code=True)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import os\nos._exit(3)\n", "ended its process"),
        ("def broken(:\n", "line 1"),
        ("x = 1\n", "heaps.py"),
        ("raise SystemExit('done')\n", "SystemExit"),
        ("x = bytearray(2**40)\n", "memory"),
    ],
)
def test_code_that_misbehaves_is_refused_with_a_sentence(tmp_path: Path, source: str, reason: str) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        found = await call("write_game", name="heaps", source=source)
        assert not found["accepted"]
        (problem,) = found["report"]["problems"]
        assert reason.lower() in problem.lower()
        assert "Traceback" not in found["TEXT"]
        assert not list(tmp_path.glob("written/*"))

    use(tmp_path, steps, code=True)


def test_code_is_only_accepted_if_the_server_was_started_so(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        assert "write_game" not in tools.offered
        assert "--allow-code" in await refusal(call, "write_game", name="heaps", source=NIM)
        outside = tmp_path / "outside.py"
        outside.write_text(NIM, encoding="utf-8")
        assert "--game FILE" in await refusal(call, "new_game", game=str(outside))

    use(tmp_path, steps)


@pytest.mark.parametrize(
    ("tool", "given", "sentence"),
    [
        ("nonsense", {}, "the tools are list_games"),
        ("list_games", {"all": True}, "the arguments are none"),
        ("game_rules", {}, "'game' is missing"),
        ("game_rules", {"game": "checkers"}, "the games are tictactoe"),
        ("game_rules", {"game": "mnk", "options": {"width": 99}}, "width"),
        ("game_rules", {"game": "mnk", "options": [3]}, "options must be an object"),
        ("new_game", {"game": 5}, "game must be a text"),
        ("new_game", {"game": "tictactoe", "first": "friend"}, "`person`"),
        ("new_game", {"game": "tictactoe", "first": "grandmaster"}, "the players are"),
        ("new_game", {"game": "tictactoe", "position": "xxx"}, "position"),
        ("load_game", {"record": "1. e4"}, "record"),
        ("game_state", {"id": "no-such-game"}, "list_saved_games names all"),
        ("game_state", {"id": "../../etc/passwd"}, "list_saved_games names all"),
        ("play", {"id": "no-such-game", "move": "5"}, "new_game starts one"),
        ("play", {"move": "5"}, "'id' is missing. The id of the game"),
        ("undo", {"id": "no-such-game", "seq": -1}, "seq must be a whole number"),
        ("resign", {"id": 3}, "id must be a text"),
        ("analyse", {"game": "tictactoe", "moves": "5 5"}, "taken"),
        ("analyse", {"game": "tictactoe", "position": "no board"}, "position"),
        ("analyse", {"game": "tictactoe", "moves": [5]}, "moves must be a text"),
        ("analyse", {"game": "tictactoe", "seconds": 999}, "at most 10 seconds"),
        ("analyse_game", {"id": "no-such-game"}, "list_saved_games names all"),
        ("hint", {"id": "no-such-game"}, "list_saved_games names all"),
        ("explain_move", {"game": "tictactoe", "move": "10"}, "1 to 9"),
        ("explain_move", {"game": "tictactoe", "moves": "1 4 2 5 3"}, "the game is over"),
        ("explain_move", {"game": "ewn"}, "before a roll"),
        ("explain_game_move", {"id": "no-such-game"}, "list_saved_games names all"),
        ("review_record", {"record": ""}, "record"),
        ("review_game", {"id": "no-such-game"}, "list_saved_games names all"),
        ("next_puzzle", {"game": "checkers"}, "the games are"),
        ("next_puzzle", {"mistakes": 1}, "mistakes must be true or false"),
        ("reveal_answer", {"puzzle": "none"}, "next_puzzle gives one"),
        ("solve_game", {"game": "checkers"}, "the games are"),
        ("play_match", {"game": "tictactoe", "first": "level"}, "'second' is missing"),
        ("play_match", {"game": "tictactoe", "first": "person", "second": "level"}, "not people"),
        ("play_match", {"game": "tictactoe", "first": "level", "second": "level", "games": 0}, "from 1 to"),
        ("game_record", {"id": "no-such-game"}, "list_saved_games names all"),
    ],
)
def test_errors_say_what_would_be_right(
    tmp_path: Path, tool: str, given: dict[str, Any], sentence: str
) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        assert sentence in await refusal(call, tool, **given)

    use(tmp_path, steps)


def test_limits_are_those_of_visitors_of_the_page(tmp_path: Path) -> None:
    async def run() -> None:
        service = Service(Settings(client_games=1), Store(tmp_path))
        tools = Tools(service)
        async with service.running():
            for _ in range(2):
                await tools.call("new_game", {"game": "tictactoe"})
            with pytest.raises(KibitzError, match="too many games were started"):
                await tools.call("new_game", {"game": "tictactoe"})

    asyncio.run(run())


def test_resources_are_rules_pages_examples_and_saved_games(tmp_path: Path) -> None:
    async def steps(call: Call, tools: Tools) -> None:
        resources = Resources(tools)
        state = await call("new_game", game="tictactoe")
        await call("play", id=state["id"], move="5")
        await call("write_game", name="heaps", source=NIM)
        listed = {each.uri for each in await resources.list()}
        assert {
            "kibitz://rules/connect4",
            "kibitz://docs/own-games.md",
            "kibitz://docs/games/chess.md",
            "kibitz://examples/nim.py",
            f"kibitz://games/{state['id']}",
        } <= listed
        for uri in listed:
            text, media = await resources.read(uri)
            assert text.strip()
            assert media.startswith("text/")
        assert (await resources.read("kibitz://examples/nim.py"))[0] == NIM
        for wrong, sentence in {
            "kibitz://docs/../pyproject.toml": "there are architecture.md",
            "kibitz://examples/none.py": "there are",
            "kibitz://games/none": "no saved game",
            "kibitz://rules/none": "the games are",
            "file:///etc/passwd": "kibitz://docs/",
        }.items():
            with pytest.raises(KibitzError) as refused:
                await resources.read(wrong)
            assert sentence in str(refused.value)

    use(tmp_path, steps, code=True)
