// A position as the solver sees it, and playing on until there is a choice.
#pragma once

#include "connect4/board.hpp"

namespace kibitz::connect4 {

// Scores as the field counts them: 0 for a draw; else how many stones before
// his last the winner wins, plus one, negative for the loser. `stones` is how
// many lie on the board when the winner's last one does.
template <class Board>
constexpr int score_of_win(int stones) {
  return (Board::cells + 2 - stones) / 2;
}

template <class Board>
struct Node {
  Cells own = 0;          // the stones of the side to move
  Cells other = 0;        // and of the other side
  Cells own_threats = 0;  // empty cells where a stone of the side to move makes a line
  Cells other_threats = 0;
  int stones = 0;

  Cells filled() const { return own | other; }
  Cells playable() const { return Board::playable(filled()); }

  // Moves after which the other side does not win at once by playing on top.
  Cells safe(Cells moves) const { return moves & ~(other_threats >> 1); }

  // Plays a move; from then on the node is the other side's view.
  void play(Cells move) {
    const Cells moved = own | move;
    const Cells empty = Board::all & ~(moved | other);
    const Cells threats = other_threats & empty;
    own = other;
    other = moved;
    own_threats = threats;
    other_threats = Board::threats(moved) & empty;
    ++stones;
  }

  Node after(Cells move) const {
    Node next = *this;
    next.play(move);
    return next;
  }

  std::uint64_t key() const { return own + filled() + Board::bottom; }
};

template <class Board>
Node<Board> make_node(Cells own, Cells other) {
  const Cells empty = Board::all & ~(own | other);
  return {own, other, Board::threats(own) & empty, Board::threats(other) & empty, std::popcount(own | other)};
}

constexpr bool several(Cells set) { return (set & (set - 1)) != 0; }

struct Settled {
  bool decided;
  bool swapped;  // whether the other side's view is given
  int score;     // if decided
  Cells safe;    // the moves to choose from, if not
};

// Plays forced moves, in a position where the side to move can't win at once,
// until the game is decided or there are at least two safe moves.
template <class Board>
inline Settled settle(Node<Board>& node) {
  bool swapped = false;
  for (;;) {
    const Cells moves = node.playable();
    const Cells safe = node.safe(moves);
    Cells forced = node.other_threats & moves;
    if (forced != 0) {
      if (several(forced) || (forced & safe) == 0) return {true, swapped, -score_of_win<Board>(node.stones + 2), 0};
    } else if (safe == 0) {
      return {true, swapped, moves == 0 ? 0 : -score_of_win<Board>(node.stones + 2), 0};
    } else if (several(safe)) {
      return {false, swapped, 0, safe};
    } else {
      forced = safe;
    }
    node.play(forced);
    swapped = !swapped;
  }
}

}  // namespace kibitz::connect4
