// Chess as the selective search sees it.
#pragma once

#include <array>
#include <cstdint>

#include "games/chess/evaluator.hpp"
#include "games/chess/rules.hpp"
#include "games/chess/see.hpp"
#include "games/chess/tablebase/material.hpp"
#include "search/selective/tactics.hpp"

namespace kibitz::chess {

class ChessTactics {
 public:
  using Game = Chess;
  using State = Board;
  using Undo = chess::Undo;
  using Judge = chess::Judge;

  static constexpr std::size_t kMostMoves = chess::kMostMoves;
  static constexpr int kTaken = kKinds + 1;
  static constexpr int kRoutes = 64 * 64;
  static constexpr int kSlots = 2 * kKinds * kSquares;

  static int route(const Board&, Move move) { return static_cast<int>(move & 4095); }
  static int slot(const Board& b, Move move) {
    return (b.mover * kKinds + b.at(from_of(move))) * kSquares + to_of(move);
  }
  static Kind piece_taken(const Board& b, Move move) {
    return special_of(move) == castling ? nothing : special_of(move) == en_passant ? pawn : b.at(to_of(move));
  }
  static int taken(const Board& b, Move move) {
    const Kind kind = piece_taken(b, move);
    return kind == nothing ? 0 : 1 + kind;
  }
  static int gain(const Board& b, Move move) {
    const int promotes = is_promotion(move) ? kExchangeWorth[promoted(move)] - kExchangeWorth[pawn] : 0;
    return kExchangeWorth[piece_taken(b, move)] + promotes;
  }

  static Undo play(Board& b, Move move) { return chess::play(b, move); }
  static void undo(Board& b, Move move, const Undo& undo) { chess::undo(b, move, undo); }

  // Not with pawns alone, where having to move often loses.
  static bool may_pass(const Board& b) { return (b.colours[b.mover] & ~(b.kinds[pawn] | b.kinds[king])) != 0; }
  static Undo pass(Board& b) {
    const Undo undo{b.key, packed_castlers(b.castlers), nothing, b.passing, b.clock};
    if (b.passing != kNowhere) b.key ^= passing_key(b.passing);
    b.passing = kNowhere;
    b.clock = 0;
    b.key ^= kKeys.black_to_move;
    b.mover = ~b.mover;
    return undo;
  }
  static void unpass(Board& b, const Undo& undo) {
    b.mover = ~b.mover;
    b.key = undo.key;
    b.passing = undo.passing;
    b.clock = undo.clock;
  }

  static Move* captures(const Board& b, Move* out) { return list_moves<Which::captures>(b, out); }
  static Move* quiet(const Board& b, Move* out) { return list_moves<Which::quiet>(b, out); }
  static bool is_capture(const Board& b, Move move) {
    return is_promotion(move) || special_of(move) == en_passant ||
           (special_of(move) == plain && b.at(to_of(move)) != nothing);
  }
  static bool is_allowed(const Board& b, Move move) { return chess::is_allowed(b, move); }
  static bool threatened(const Board& b) { return in_check(b); }
  static bool threatens(const Board& b, Move move) { return gives_check(b, move); }
  static bool wins_exchange(const Board& b, Move move, int least) { return chess::wins_exchange(b, move, least); }

  static std::uint64_t key(const Board& b) { return b.key; }
  static bool is_ending(const Board& b) { return count(b.occupied()) <= kMostTablePieces; }
  static int side(const Board& b) { return b.mover; }
  static std::uint64_t structure(const Board& b) { return pawn_key(b); }
  static int reversible(const Board& b) { return b.clock; }
  // A draw that may be claimed is one.
  static bool drawn(const Board& b) { return lacks_material(b) || (b.clock >= 100 && (!in_check(b) || has_move(b))); }
  static bool loses_without_moves(const Board& b) { return in_check(b); }

  explicit ChessTactics(const JudgedBy& by = {}) : by_(by) {}

  Judge judge() const { return Judge(by_); }

 private:
  JudgedBy by_;
};

static_assert(Tactics<ChessTactics>);

}  // namespace kibitz::chess
