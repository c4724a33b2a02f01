// A position of the solver, and forced moves.
#pragma once

#include "games/connect/solver/board.hpp"

namespace kibitz::connect {

// The usual score of Connect Four solvers: 0 for a draw; else the number of stones that the winner has left after the
// winning one, plus one, negative for the loser. `stones` is the number of stones on the board after the winning move.
template <class Board>
constexpr int score_of_win(const Board& board, int stones) {
  return (board.cells() + 2 - stones) / 2;
}

struct Node {
  Cells own = 0;          // stones of the side to move
  Cells other = 0;        // stones of the other side
  Cells own_threats = 0;  // empty cells that complete a line of the side to move
  Cells other_threats = 0;
  int stones = 0;

  Cells filled() const { return own | other; }

  // Moves that do not allow the other side to win on top of them.
  Cells safe(Cells moves) const { return moves & ~(other_threats >> 1); }

  // Plays a move and swaps sides.
  template <class Board>
  void play(const Board& board, Cells move) {
    const Cells moved = own | move;
    const Cells empty = board.all() & ~(moved | other);
    const Cells threats = other_threats & empty;
    own = other;
    other = moved;
    own_threats = threats;
    other_threats = board.threats(moved) & empty;
    ++stones;
  }

  template <class Board>
  Node after(const Board& board, Cells move) const {
    Node next = *this;
    next.play(board, move);
    return next;
  }
};

template <class Board>
Node make_node(const Board& board, Cells own, Cells other) {
  const Cells empty = board.all() & ~(own | other);
  return {own, other, board.threats(own) & empty, board.threats(other) & empty, std::popcount(own | other)};
}

template <class Board>
Cells playable(const Board& board, const Node& node) {
  return board.playable(node.filled());
}

// A perfect key: in every column the bit above the filled cells is set, and below it those of the side to move.
template <class Board>
std::uint64_t key_of(const Board& board, const Node& node) {
  return node.own + node.filled() + board.bottom();
}

// The same for a position and its mirror image.
template <class Board>
std::uint64_t symmetric_key_of(const Board& board, const Node& node) {
  const auto key = key_of(board, node);
  const auto mirrored = board.mirrored(key);
  return key < mirrored ? key : mirrored;
}

// Whether a number has the form of a key: each column has a bit on top.
template <class Board>
bool is_key(const Board& board, std::uint64_t key) {
  for (int column = 0; column < board.width; ++column) {
    if ((key & ((Cells{1} << board.height << 1) - 1)) == 0) return false;
    key = Board::down(key, board.stride());
  }
  return key == 0;
}

// The position of a key.
template <class Board>
Node node_of_key(const Board& board, std::uint64_t key) {
  Cells own = 0;
  Cells filled = 0;
  for (int column = 0; column < board.width; ++column) {
    const auto part = key >> (column * board.stride()) & ((Cells{1} << board.height << 1) - 1);
    const int count = static_cast<int>(std::bit_width(part)) - 1;
    own |= (part ^ Cells{1} << count) << (column * board.stride());
    filled |= ((Cells{1} << count) - 1) << (column * board.stride());
  }
  return make_node(board, own, filled & ~own);
}

constexpr bool several(Cells set) { return (set & (set - 1)) != 0; }

struct ForcedLine {
  bool decided;
  bool swapped;  // score and moves are those of the other side
  int score;     // if decided
  Cells safe;    // the safe moves otherwise
};

// Plays forced moves until the game is decided or there are two or more safe moves. The side to move must have no
// immediate win.
template <class Board>
inline ForcedLine play_forced_moves(const Board& board, Node& node) {
  bool swapped = false;
  for (;;) {
    const Cells moves = playable(board, node);
    const Cells safe = node.safe(moves);
    Cells forced = node.other_threats & moves;
    if (forced != 0) {
      if (several(forced) || (forced & safe) == 0) return {true, swapped, -score_of_win(board, node.stones + 2), 0};
    } else if (safe == 0) {
      return {true, swapped, moves == 0 ? 0 : -score_of_win(board, node.stones + 2), 0};
    } else if (several(safe)) {
      return {false, swapped, 0, safe};
    } else {
      forced = safe;
    }
    node.play(board, forced);
    swapped = !swapped;
  }
}

}  // namespace kibitz::connect
