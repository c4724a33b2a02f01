// The interface of chess to the selective search.
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
  using Evaluator = chess::Evaluator;

  static constexpr std::size_t kMaxMoves = chess::kMaxMoves;
  static constexpr int kFromToCount = kSquares * kSquares;
  static constexpr int kPieceToCount = 2 * kKinds * kSquares;
  static constexpr int kCapturedKinds = kKinds + 1;

  static int from_to(const Board&, Move move) { return static_cast<int>(move & 4095); }
  static int piece_to(const Board& b, Move move) {
    return (b.mover * kKinds + b.at(from_of(move))) * kSquares + to_of(move);
  }
  static Kind captured_piece(const Board& b, Move move) {
    return special_of(move) == castling ? nothing : special_of(move) == en_passant ? pawn : b.at(to_of(move));
  }
  static int captured_kind(const Board& b, Move move) {
    const Kind kind = captured_piece(b, move);
    return kind == nothing ? 0 : 1 + kind;
  }
  static int captured_value(const Board& b, Move move) {
    const int promotion_gain = is_promotion(move) ? kSeeValues[promoted(move)] - kSeeValues[pawn] : 0;
    return kSeeValues[captured_piece(b, move)] + promotion_gain;
  }

  static Undo play(Board& b, Move move) { return chess::play(b, move); }
  static void undo(Board& b, Move move, const Undo& undo) { chess::undo(b, move, undo); }

  // Not with pawns alone, where zugzwang is common.
  static bool allows_null_move(const Board& b) { return (b.colours[b.mover] & ~(b.kinds[pawn] | b.kinds[king])) != 0; }
  static Undo make_null_move(Board& b) {
    const Undo undo{b.key, pack_castling_rooks(b.castling_rooks), nothing, b.ep_square, b.halfmove_clock};
    if (b.ep_square != kNoSquare) b.key ^= en_passant_key(b.ep_square);
    b.ep_square = kNoSquare;
    b.halfmove_clock = 0;
    b.key ^= kZobrist.black_to_move;
    b.mover = ~b.mover;
    return undo;
  }
  static void undo_null_move(Board& b, const Undo& undo) {
    b.mover = ~b.mover;
    b.key = undo.key;
    b.ep_square = undo.ep_square;
    b.halfmove_clock = undo.halfmove_clock;
  }

  static Move* generate_captures(const Board& b, Move* out) { return generate_moves<GenType::captures>(b, out); }
  static Move* generate_quiets(const Board& b, Move* out) { return generate_moves<GenType::quiets>(b, out); }
  static bool is_capture(const Board& b, Move move) {
    return is_promotion(move) || special_of(move) == en_passant ||
           (special_of(move) == normal && b.at(to_of(move)) != nothing);
  }
  static bool is_legal(const Board& b, Move move) { return chess::is_legal(b, move); }
  static bool in_check(const Board& b) { return chess::in_check(b); }
  static bool gives_check(const Board& b, Move move) { return chess::gives_check(b, move); }
  static bool see_ge(const Board& b, Move move, int threshold) { return chess::see_ge(b, move, threshold); }

  static std::uint64_t key(const Board& b) { return b.key; }
  static int side_to_move(const Board& b) { return b.mover; }
  static std::uint64_t pawn_key(const Board& b) { return chess::pawn_key(b); }
  static bool may_be_in_tablebase(const Board& b) { return count(b.occupied()) <= kMaxTablebasePieces; }
  static int reversible_plies(const Board& b) { return b.halfmove_clock; }
  // A draw that may be claimed counts as one.
  static bool is_draw(const Board& b) {
    return has_insufficient_material(b) || (b.halfmove_clock >= 100 && (!chess::in_check(b) || has_move(b)));
  }
  static bool loses_without_moves(const Board& b) { return chess::in_check(b); }

  explicit ChessTactics(const EvaluatorParameters& parameters = {}) : parameters_(parameters) {}

  Evaluator evaluator() const { return Evaluator(parameters_); }

 private:
  EvaluatorParameters parameters_;
};

static_assert(selective::Tactics<ChessTactics>);

}  // namespace kibitz::chess
