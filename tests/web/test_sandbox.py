"""The sandbox: other people's code, whatever it does, affects only its own game."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from starlette.testclient import TestClient
from websockets.sync.client import connect

from kibitz.base.errors import BadGame, BadOption, KibitzError
from kibitz.service import game_registry
from kibitz.service.codec import encode
from kibitz.service.commands import DescribeGame
from kibitz.service.errors import Died
from kibitz.service.sandbox import Sandbox
from kibitz.service.settings import Settings
from tests.web.serving import Server
from tests.web.test_socket import SOCKET, Tab, app_client, legal

#: A game that counts to ten; what its rules do at five is up to the file.
GAME = """
import kibitz, os, sys

class Count(kibitz.PythonGame):
    def start(self):
        return 0
    def moves(self, state):
        print("a word on stdout")
        if state == 5:
            {deed}
        return [1, 2]
    def play(self, state, move):
        return state + move
    def outcome(self, state):
        return "loss" if state >= 10 else None
"""
DEEDS = {
    "for ever": "while True: pass",
    "leaves": "sys.exit(3)",
    "leaves hard": "os._exit(3)",
    "interrupts": "raise KeyboardInterrupt",
    "eats": "x = [0] * (1 << 34)",
    "deep": "self.moves(5)",
}
#: What does no harm.
FINE = "pass"


@pytest.fixture
def games(tmp_path: Path) -> dict[str, str]:
    found = {}
    for name, deed in {**DEEDS, "fine": FINE}.items():
        path = tmp_path / f"{name.replace(' ', '_')}.py"
        path.write_text(GAME.format(deed=deed))
        found[name] = str(path)
    return found


def patient(folder: Path, games: dict[str, str], **settings: Any) -> TestClient:
    return app_client(folder, own_games=tuple(games.values()), own_patience=2.0, **settings)


@pytest.mark.parametrize("name", DEEDS)
def test_a_games_end_is_a_message_of_that_game(tmp_path: Path, games: dict[str, str], name: str) -> None:
    with (
        patient(tmp_path, games) as client,
        client.websocket_connect(SOCKET) as one,
        client.websocket_connect(SOCKET) as two,
    ):
        bad, good = Tab(one), Tab(two)
        bad.ask("new", rules=games[name], second="person")
        good.ask("new", rules="tictactoe", second="person")
        for move in "12":
            answer = bad.ask("play", move=move)
            assert answer["type"] == "reply", answer
        answer = bad.ask("play", move="2")
        assert answer["type"] == "error"
        assert answer["kind"] in ("Died", "BadGame")
        assert answer["message"]
        # The other game goes on, and so can this one: it stands where it stood.
        assert good.ask("play", move="5")["type"] == "reply"
        state = bad.ask("look", at=2)
        assert state["type"] == "reply"
        assert bad.ask("play", move="1")["type"] == "reply"
        assert [text for text, _ in bad.state["moves"]] == ["1", "2", "1"]


def test_a_computer_that_never_moves_is_stopped(tmp_path: Path, games: dict[str, str]) -> None:
    with patient(tmp_path, games) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        # It searches, and so reaches the position where the code never ends.
        tab.ask("new", rules=games["for ever"], second="alphabeta:depth=8")
        tab.ask("play", move="1")
        while (message := tab.hear())["type"] != "trouble":
            pass
        assert "for_ever.py" in message["message"]
        assert tab.ask("undo")["type"] == "reply"
        assert tab.state["moves"] == []


def test_http_questions_about_it(tmp_path: Path, games: dict[str, str]) -> None:
    with patient(tmp_path, games) as client:
        for path, more in (("/api/analyse", {"seconds": 0.2}), ("/api/picture", {}), ("/api/tree", {})):
            for name in ("for ever", "leaves hard"):
                answer = client.post(path, json={"game": games[name], "position": "5 first", **more})
                assert answer.status_code == 422, (path, name, answer.text)
            fine = client.post(path, json={"game": games["fine"], "position": "5 first", **more})
            assert fine.status_code == 200, fine.text
        assert client.post("/api/analyse", json={"game": "tictactoe"}).status_code == 200
        # Solving can be stopped though the code ignores it.
        assert client.post("/api/solve", json={"game": games["for ever"]}).status_code == 202
        client.delete("/api/solve")
        for _ in range(1200):
            if client.get("/api/solve").json()["job"]["state"] == "stopped":
                return
            time.sleep(0.05)
        pytest.fail("it was not stopped")


def test_other_clients_do_not_wait_and_the_server_stops(tmp_path: Path, games: dict[str, str]) -> None:
    server = Server(tmp_path / "data", "--game", games["for ever"])
    try:
        address = f"ws://127.0.0.1:{server.port}/socket"
        with connect(address) as bad, connect(address) as good:

            def ask(web: Any, what: str, **fields: Any) -> dict[str, Any]:
                web.send(json.dumps({"id": 1, "do": what, **fields}))
                while (answer := json.loads(web.recv(120))).get("id") != 1:
                    pass
                return dict(answer)

            ask(bad, "new", rules=games["for ever"], second="person")
            ask(bad, "play", move="1")
            ask(bad, "play", move="2")
            bad.send(json.dumps({"id": 2, "do": "play", "move": "2"}))  # and it never ends
            time.sleep(0.2)
            ask(good, "new", rules="tictactoe", second="person")
            assert ask(good, "play", move="5")["type"] == "reply"
            code, said = server.stop()  # the game's own code would go on for ever
        assert code == 0
        assert "Traceback" not in said
    finally:
        server.kill()


def test_files_that_do_harm_when_they_are_read(tmp_path: Path) -> None:
    async def look(text: str) -> Any:
        path = tmp_path / "game.py"
        path.write_text(text)
        apart = Sandbox(Settings(own_games=(str(path),), own_patience=2.0), str(tmp_path), "it")
        try:
            return await apart.execute(DescribeGame(str(path)))
        finally:
            apart.end()

    for text in ("while True: pass", "import os; os._exit(0)", "raise SystemExit", "1/0", "nonsense("):
        with pytest.raises((Died, BadGame)):
            asyncio.run(look(text))


def test_no_more_processes_than_there_may_be(tmp_path: Path, games: dict[str, str]) -> None:
    with patient(tmp_path, games, most_apart=2) as client:
        with client.websocket_connect(SOCKET) as one, client.websocket_connect(SOCKET) as two:
            names = []
            for web in (one, two):
                tab = Tab(web)
                names.append(tab.ask("new", rules=games["leaves"], second="person")["game"])
                tab.ask("play", move="1")
            with client.websocket_connect(SOCKET) as three:
                assert Tab(three).ask("new", rules=games["leaves"])["kind"] == "Busy"
                assert Tab(three).ask("new", rules="tictactoe")["type"] == "reply"
        # Nobody is in those any more: their processes may go, and they come back from disk.
        with client.websocket_connect(SOCKET) as web:
            tab = Tab(web)
            assert tab.ask("new", rules=games["leaves"])["type"] == "reply"
            assert tab.ask("join", game=names[0])["type"] == "reply"
            assert tab.state["moves"] == [["1", "first"]]
            assert legal(tab.state) == ["1", "2"]


@pytest.mark.parametrize("spec", ["alphabeta:tt=2G,threads=64", "negascout:tt=1G", "alphabeta:threads=5"])
def test_one_gate_for_seats(tmp_path: Path, spec: str) -> None:
    """Who may not sit down at a new game may not by a record, a file on disk or a question either."""
    with app_client(tmp_path) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        refused = tab.ask("new", rules="tictactoe", second=spec)
        assert refused["kind"] == "BadOption"
        name = tab.ask("new", rules="tictactoe", second="person")["game"]
        tab.ask("play", move="5")
        record = tab.ask("record")["record"].replace('[Second "person"]', f'[Second "{spec}"]')
        assert tab.ask("load", record=record)["message"] == refused["message"]
        assert tab.ask("choices", at=0, players=[spec])["message"] == refused["message"]
        # To look at, a record needs nobody at the board.
        assert tab.ask("load", record=record, analysis=True)["type"] == "reply"
        assert tab.state["waits"] == "nobody"
        (tmp_path / "other.pgn").write_text(record)
        assert tab.ask("join", game="other")["message"] == refused["message"]
        for path, more in (("/api/tree", {"player": spec}), ("/api/compare", {"players": [spec]})):
            answer = client.post(path, json={"game": "tictactoe", **more})
            assert answer.json()["message"] == refused["message"]
        assert tab.ask("join", game=name)["type"] == "reply"


def test_errors_keep_their_kind_across_processes(tmp_path: Path) -> None:
    async def ask() -> None:
        apart = Sandbox(Settings(), str(tmp_path), "it")
        try:
            await apart.execute(DescribeGame("nothing.py"))
        finally:
            apart.end()

    with pytest.raises(BadOption, match="no games from that file") as refused:
        asyncio.run(ask())
    assert isinstance(refused.value, KibitzError)


PLAYERS = """
import kibitz

class Last(kibitz.Player):
    name = "last"
    summary = "the last move of the list"
    def think(self, position, limit, rng):
        return position.moves[-1]

def corner(position):
    return {"x": 1, "o": -1}.get(str(position)[0], 0)
"""


def test_players_and_evaluations_of_files_it_was_started_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Sandbox] = []

    def apart(*told: Any) -> Sandbox:
        made.append(Sandbox(*told))
        return made[-1]

    monkeypatch.setattr(game_registry, "Sandbox", apart)
    with (
        TemporaryDirectory() as folder,  # its name is short: a seat may be 200 characters long
        app_client(tmp_path, own_players=(f"{folder}/mine.py",)) as client,
        client.websocket_connect(SOCKET) as socket,
    ):
        path, other = Path(folder) / "mine.py", Path(folder) / "other.py"
        for each in (path, other):
            each.write_text(PLAYERS)
        tab = Tab(socket)
        listed = client.get("/api/games").json()
        ours = [f"{path}:Last", f"negascout:eval={path}:corner"]
        assert [player["name"] for player in listed["players"][-2:]] == ours
        assert all(game["players"][-2:] == ours for game in listed["games"])
        for spec, answer in ((ours[0], "9"), (f"negascout:depth=1,eval={path}:corner", "1")):
            tab.ask("new", rules="tictactoe", second=spec)
            tab.ask("play", move="5")
            while len(tab.state["moves"]) < 2:
                tab.hear()
            assert [text for text, _ in tab.state["moves"]] == ["5", answer]
        for spec in (f"{other}:Last", f"negascout:eval={other}:corner", f"{path}:Last:eval={other}:corner"):
            refused = tab.ask("new", rules="tictactoe", second=spec)
            assert refused["type"] == "error"
            assert "started with --player FILE" in refused["message"]
        assert len(made) == 2  # refused requests start no process


def test_a_text_that_can_not_be_sent_as_it_is() -> None:
    """Half a pair of surrogates in a move of one's own left its client waiting for ever, with a traceback."""
    sent = {"moves": ["\ud800", "ö\udfff\n", "\\ud800"]}
    assert json.loads(encode(sent).encode()) == sent
    assert encode({"title": "Mühle"}) == '{"title":"Mühle"}'
