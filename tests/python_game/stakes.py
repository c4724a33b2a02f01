"""A dice game with points: each turn one or two are staked, won by some faces and lost by others."""

import kibitz


class Stakes(kibitz.PythonGame):
    """A position is the first player's lead in points, the turns made, and the stake that is thrown for."""

    score_range = (-8, 8)
    options = (
        kibitz.Option("pays", 3, "faces that pay the higher stake; 3 is fair", low=0, high=6),
        kibitz.Option("turns", 4, "turns of a game", low=1, high=4),
    )

    def start(self):
        return (0, 0, 0)

    def turn(self, state):
        return "chance" if state[2] else self.roller(state)

    def roller(self, state):
        return "second" if state[1] % 2 else "first"

    def chances(self, state):
        return {f"d{face}": 1 / 6 for face in range(1, 7)}

    def moves(self, state):
        return ["low", "high"]

    def play(self, state, move):
        lead, turns, stake = state
        if not stake:
            return (lead, turns, 1 if move == "low" else 2)
        paid = int(move[1:]) <= (self.pays if stake == 2 else 3)
        gain = stake if paid else -stake
        return (lead - gain if turns % 2 else lead + gain, turns + 1, 0)

    def outcome(self, state):
        lead, turns, _ = state
        return lead if turns == self.turns else None
