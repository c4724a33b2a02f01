// The positions of one material as a tier with loops: every position and side to
// move is a node; captures and promotions lead to tables that are solved.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "games/chess/movegen.hpp"
#include "games/chess/tablebase/index.hpp"
#include "solve/retrograde.hpp"

namespace kibitz::chess {

// What a position of other material is worth to its mover, as a `LoopValue`.
using KnownValue = std::function<std::uint8_t(const Board&)>;

// Nodes are not stored, so they are numbered simply. Only reflections count as
// one: they map no position to itself, so that moves and the ways back are as many.
class MaterialTier {
 public:
  MaterialTier(const Material& material, KnownValue known)
      : material_(material),
        known_(std::move(known)),
        pawns_(material.has_pawns()),
        plain_(2 * (pawns_ ? 32u : 16u) * 64u * (material.others > 0 ? 64u : 1u) * (material.others > 1 ? 64u : 1u)),
        passing_(material.others == 2 && material.is_even() && pawns_) {}

  // With a pawn on each side some positions are there twice: right after a pawn
  // went two steps past the other, it may be taken in passing.
  std::uint64_t size() const { return passing_ ? plain_ + kPassing : plain_; }

  LoopStart start(std::uint64_t node) const {
    LoopStart out;
    Board b;
    if (!set_up(node, b)) return {.exists = false};
    std::array<Move, kMostMoves> moves;
    const auto* end = list_moves<Which::all>(b, moves.data());
    if (end == moves.data()) {
      out.may_draw = !in_check(b);
      out.latest_loss = 0;
      return out;
    }
    for (const auto* move = moves.data(); move != end; ++move) {
      if (b.at(to_of(*move)) == nothing && special_of(*move) == plain) {
        ++out.inside;
        continue;
      }
      const auto undo_info = play(b, *move);
      const auto value = known_(b);
      undo(b, *move, undo_info);
      if (value == LoopValue::drawn)
        out.may_draw = true;
      else if (LoopValue::loses(value))
        out.soonest_win =
            out.soonest_win < 0 ? LoopValue::plies(value) + 1 : std::min(out.soonest_win, LoopValue::plies(value) + 1);
      else
        out.latest_loss = std::max(out.latest_loss, LoopValue::plies(value) + 1);
    }
    return out;
  }

  template <class Visit>
  void each_before(std::uint64_t node, const Visit& visit) const {
    const bool passed = node >= plain_;
    const TablePosition p = passed ? passing_position(node) : position(node);
    const Colour moved = ~p.mover;
    if (passed) {  // there is only one way to get there
      auto q = p;
      q.mover = moved;
      q.squares[moved == white ? 2 : 3] += moved == white ? -16 : 16;
      visit(number(q));
      return;
    }
    const auto occupied = occupied_by(p);
    // The piece at some place in the list came from one of these squares.
    const auto came = [&](std::size_t which, Bitboard sources) {
      auto q = p;
      q.mover = moved;
      while (sources) {
        q.squares[which] = take_lowest(sources);
        visit(number(q));
        if (passing_ && may_be_passed(q)) visit(passing_number(q));
      }
    };
    came(moved, king_attacks(p.king(moved)) & ~occupied & ~king_attacks(p.king(~moved)));
    for (int i = 0; i < material_.others; ++i) {
      const auto& piece = material_.pieces[static_cast<std::size_t>(i)];
      if (piece.colour != moved) continue;
      const Square square = p.other(i);
      const auto which = static_cast<std::size_t>(2 + i);
      if (piece.kind != pawn) {
        came(which, attacks_of(piece.kind, square, occupied) & ~occupied);
        continue;
      }
      const auto back = [&](Bitboard squares) {
        return (moved == white ? forward<black>(squares) : forward<white>(squares)) & ~occupied;
      };
      const auto one = back(bit(square)) & ~rank_for(moved, 0);
      auto two = back(one) & rank_for(moved, 1) & back(back(rank_for(moved, 3)));
      // Not where that would have let the pawn be taken in passing: that is another node.
      if (passing_ && two != 0 && may_be_passed(p)) two = 0;
      came(which, one | two);
    }
  }

  std::uint64_t number(const TablePosition& p) const {
    const int symmetry = (file_of(p.king(white)) > 3 ? 1 : 0) | (!pawns_ && rank_of(p.king(white)) > 3 ? 2 : 0);
    const auto image = [&](Square square) { return static_cast<std::uint64_t>(KingPairs::image(square, symmetry)); };
    const auto first = image(p.king(white));
    std::uint64_t out = ((first >> 3) * 4 + (first & 3)) * 64 + image(p.king(black));
    for (int i = 0; i < material_.others; ++i) out = out * 64 + image(p.other(i));
    return out * 2 + p.mover;
  }

  // Whether the position can be one, and the board with it.
  bool set_up(std::uint64_t node, Board& b) const {
    const bool passed = node >= plain_;
    const TablePosition p = passed ? passing_position(node) : position(node);
    if (!put(p, b)) return false;
    if (!passed) return true;
    if (!may_be_passed(p)) return false;
    b.passing = static_cast<std::uint8_t>(behind(p));
    return true;
  }

  // Whether the pieces can stand so, the side that moved last not being in check.
  bool put(const TablePosition& p, Board& b) const {
    if (p.king(white) == p.king(black) || (king_attacks(p.king(white)) & bit(p.king(black)))) return false;
    for (const Colour colour : {white, black}) b.put(colour, king, p.king(colour));
    for (int i = 0; i < material_.others; ++i) {
      const auto& piece = material_.pieces[static_cast<std::size_t>(i)];
      const Square square = p.other(i);
      if (b.at(square) != nothing) return false;
      if (piece.kind == pawn && (rank_of(square) == 0 || rank_of(square) == 7)) return false;
      b.put(piece.colour, piece.kind, square);
    }
    b.mover = p.mover;
    return !attacked(b, b.king_of(~p.mover), p.mover, b.occupied());
  }

 private:
  // Nodes of positions after a pawn's two steps: who is to move, the kings, the
  // file of the pawn that moved, and on which side of it the other one is.
  static constexpr std::uint64_t kPassing = std::uint64_t{2} * 32 * 64 * 8 * 2;

  TablePosition position(std::uint64_t node) const {
    TablePosition p;
    p.mover = node % 2 == 0 ? white : black;
    node /= 2;
    for (int i = material_.others; i-- > 0; node /= 64)
      p.squares[static_cast<std::size_t>(2 + i)] = static_cast<Square>(node % 64);
    set_kings(p, node);
    return p;
  }
  static void set_kings(TablePosition& p, std::uint64_t number) {
    p.squares[1] = static_cast<Square>(number % 64);
    number /= 64;
    p.squares[0] = static_cast<Square>(number / 4 * 8 + number % 4);
  }

  // The pawn of the side that moved last is on its fourth rank, the other's beside it.
  TablePosition passing_position(std::uint64_t node) const {
    node -= plain_;
    TablePosition p;
    p.mover = node % 2 == 0 ? white : black;
    const int side = node / 2 % 2 == 0 ? -1 : 1, file = static_cast<int>(node / 4 % 8);
    set_kings(p, node / 32);
    const Square pushed = square_at(file, p.mover == black ? 3 : 4);
    // What would be off the board is put on one square, which is refused.
    const Square taker = file + side < 0 || file + side > 7 ? pushed : pushed + side;
    p.squares[p.mover == black ? 2 : 3] = pushed;
    p.squares[p.mover == black ? 3 : 2] = taker;
    return p;
  }
  std::uint64_t passing_number(const TablePosition& p) const {
    const int symmetry = file_of(p.king(white)) > 3 ? 1 : 0;
    const auto image = [&](Square square) { return static_cast<std::uint64_t>(KingPairs::image(square, symmetry)); };
    const auto pushed = image(pushed_pawn(p)), taker = image(taking_pawn(p)), first = image(p.king(white));
    const auto kings = ((first >> 3) * 4 + (first & 3)) * 64 + image(p.king(black));
    return plain_ + kings * 32 + (pushed & 7) * 4 + (taker > pushed ? 2 : 0) + p.mover;
  }
  static Square pushed_pawn(const TablePosition& p) { return p.other(p.mover == black ? 0 : 1); }
  static Square taking_pawn(const TablePosition& p) { return p.other(p.mover == black ? 1 : 0); }
  static Square behind(const TablePosition& p) { return pushed_pawn(p) + (p.mover == black ? -8 : 8); }

  // Whether the last move may have been a pawn's two steps, and the mover may take it in passing.
  bool may_be_passed(const TablePosition& p) const {
    const Square pushed = pushed_pawn(p), taker = taking_pawn(p);
    if (rank_of(pushed) != (p.mover == black ? 3 : 4) || rank_of(taker) != rank_of(pushed)) return false;
    if (std::abs(file_of(pushed) - file_of(taker)) != 1) return false;
    Board b;
    if (!put(p, b)) return false;
    const Square to = behind(p), began = p.mover == black ? to - 8 : to + 8;
    return b.at(to) == nothing && b.at(began) == nothing && may_take_in_passing(b, taker, to);
  }

  Bitboard occupied_by(const TablePosition& p) const {
    Bitboard out = 0;
    for (int i = 0; i < 2 + material_.others; ++i) out |= bit(p.squares[static_cast<std::size_t>(i)]);
    return out;
  }

  Material material_;
  KnownValue known_;
  bool pawns_;
  std::uint64_t plain_;
  bool passing_;
};

static_assert(LoopTier<MaterialTier>);

}  // namespace kibitz::chess
