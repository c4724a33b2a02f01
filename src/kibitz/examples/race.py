"""A race with a die: roll and step forward, or stay where you are; first to the goal wins.

A game with chance: `turn` says when the die is rolled, `chances` what may come up.
"""

import kibitz


class Race(kibitz.PythonGame):
    """Each turn a die shows how far one may go; landing exactly on the other sends it back to 0."""

    name = "race"
    options = (kibitz.Option("goal", 10, "how far the goal is", low=2, high=40),)

    def start(self):
        return (0, 0, "first", 0)  # where both are, who is to move, what the die shows (0: not rolled)

    def turn(self, state):
        return state[2] if state[3] else "chance"

    def chances(self, state):
        return {f"d{face}": 1 / 6 for face in range(1, 7)}

    def moves(self, state):
        return ["go", "stay"]

    def play(self, state, move):
        places, side, die = list(state[:2]), state[2], state[3]
        if not die:
            return (*places, side, int(move[1:]))
        mover = 0 if side == "first" else 1
        if move == "go":
            places[mover] += die
            if places[mover] == places[1 - mover]:
                places[1 - mover] = 0
        return (*places, "second" if side == "first" else "first", 0)

    def reasons(self, state, move):
        """Where the step leads, and whom it sends back."""
        mover = 0 if state[2] == "first" else 1
        if move == "stay":
            return [f"stays at {state[mover]} of {self.goal}"]
        place = state[mover] + state[3]
        return [f"goes to {place} of {self.goal}"] + ["sends the other back to 0"] * (
            place == state[1 - mover]
        )

    def outcome(self, state):
        return "first" if state[0] >= self.goal else "second" if state[1] >= self.goal else None
