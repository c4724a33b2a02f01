// The interface between a game and the selective search: captures, checks, static
// exchange evaluation, null moves. All is answered without making the move.
#pragma once

#include <concepts>
#include <cstdint>

#include "base/types.hpp"

namespace kibitz {

namespace selective {

// `T` is built from the game's own object where it needs one, and is copied to
// every thread. Scores are whole numbers, about a hundred for the smallest piece.
template <class T>
concept Tactics = requires(const T tactics, typename T::State state, const typename T::State seen, Move move, Move* out,
                           typename T::Undo undo, typename T::Evaluator evaluator, int threshold) {
  { T::kMaxMoves } -> std::convertible_to<std::size_t>;

  // Indices of the histories, from 0: from and to square (butterfly), piece and
  // target square, and the kind of the captured piece with 0 for none.
  { T::kFromToCount } -> std::convertible_to<int>;
  { T::kPieceToCount } -> std::convertible_to<int>;
  { T::kCapturedKinds } -> std::convertible_to<int>;
  { T::from_to(seen, move) } -> std::same_as<int>;
  { T::piece_to(seen, move) } -> std::same_as<int>;
  { T::captured_kind(seen, move) } -> std::same_as<int>;
  // Material gained by capture and promotion.
  { T::captured_value(seen, move) } -> std::same_as<int>;

  { T::play(state, move) } -> std::same_as<typename T::Undo>;
  { T::undo(state, move, undo) } -> std::same_as<void>;
  // False where zugzwang is likely; not called in check.
  { T::allows_null_move(seen) } -> std::same_as<bool>;
  { T::make_null_move(state) } -> std::same_as<typename T::Undo>;
  { T::undo_null_move(state, undo) } -> std::same_as<void>;

  // Legal moves in two parts, written from `out` on; they return the end.
  { T::generate_captures(seen, out) } -> std::same_as<Move*>;
  { T::generate_quiets(seen, out) } -> std::same_as<Move*>;
  { T::is_capture(seen, move) } -> std::same_as<bool>;
  // Whether a move that is legal in some position is legal in this one.
  { T::is_legal(seen, move) } -> std::same_as<bool>;

  { T::in_check(seen) } -> std::same_as<bool>;
  { T::gives_check(seen, move) } -> std::same_as<bool>;
  // Static exchange evaluation: whether the exchanges on the target square gain at least `threshold`.
  { T::see_ge(seen, move, threshold) } -> std::same_as<bool>;

  { T::key(seen) } -> std::same_as<std::uint64_t>;
  { T::side_to_move(seen) } -> std::same_as<int>;
  // A key of the pawns, for correction history.
  { T::pawn_key(seen) } -> std::same_as<std::uint64_t>;
  { T::may_be_in_tablebase(seen) } -> std::same_as<bool>;
  // How many plies back a repetition is possible.
  { T::reversible_plies(seen) } -> std::same_as<int>;
  // Drawn by rule, whatever the moves.
  { T::is_draw(seen) } -> std::same_as<bool>;
  // Whether having no move is a loss here, and not a draw.
  { T::loses_without_moves(seen) } -> std::same_as<bool>;

  // The static evaluation, from the side to move.
  { tactics.evaluator() } -> std::same_as<typename T::Evaluator>;
  { evaluator.evaluate(seen) } -> std::same_as<int>;
};

}  // namespace selective

// A game whose package declares `tactics_of`.
template <class G>
concept HasTactics = requires(const G& game) { tactics_of(game); };

}  // namespace kibitz
