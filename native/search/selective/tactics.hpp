// What a game tells a selective search besides its rules: which moves take
// something, what an exchange wins, what passing would mean. Everything is told
// quickly, without making the move.
#pragma once

#include <concepts>
#include <cstdint>

#include "base/types.hpp"

namespace kibitz {

// `T` is built from the game's own object where it needs one, and is copied to
// every thread. Points are whole numbers, a hundred or so for the smallest piece.
template <class T>
concept Tactics = requires(const T tactics, typename T::State state, const typename T::State seen, Move move, Move* out,
                           typename T::Undo undo, typename T::Judge judge, int points) {
  // How many moves a position may have, and how many kinds of piece there are to take.
  { T::kMostMoves } -> std::convertible_to<std::size_t>;
  { T::kTaken } -> std::convertible_to<int>;
  // Moves may be told apart by where they go from and to (a route), and by the
  // piece and where it goes (a slot): numbers from 0 to below these.
  { T::kRoutes } -> std::convertible_to<int>;
  { T::kSlots } -> std::convertible_to<int>;
  { T::route(seen, move) } -> std::same_as<int>;
  { T::slot(seen, move) } -> std::same_as<int>;
  // What a move takes, from 0 for nothing.
  { T::taken(seen, move) } -> std::same_as<int>;
  // What it wins at first, in points: what is taken, and what a piece becomes.
  { T::gain(seen, move) } -> std::same_as<int>;

  { T::play(state, move) } -> std::same_as<typename T::Undo>;
  { T::undo(state, move, undo) } -> std::same_as<void>;
  // Letting the other side move twice, for a look at what it threatens; not where
  // having to move may be a disadvantage, and never while threatened.
  { T::may_pass(seen) } -> std::same_as<bool>;
  { T::pass(state) } -> std::same_as<typename T::Undo>;
  { T::unpass(state, undo) } -> std::same_as<void>;

  // All allowed moves in two parts, written from `out` on; they return the end.
  { T::captures(seen, out) } -> std::same_as<Move*>;
  { T::quiet(seen, out) } -> std::same_as<Move*>;
  { T::is_capture(seen, move) } -> std::same_as<bool>;
  // Whether a move that was allowed elsewhere is allowed here.
  { T::is_allowed(seen, move) } -> std::same_as<bool>;

  // Whether the mover must answer a threat at once (a check), and whether a move
  // makes such a threat.
  { T::threatened(seen) } -> std::same_as<bool>;
  { T::threatens(seen, move) } -> std::same_as<bool>;
  // Whether a move wins at least so many points once all exchanges on its square are done.
  { T::wins_exchange(seen, move, points) } -> std::same_as<bool>;

  { T::key(seen) } -> std::same_as<std::uint64_t>;
  { T::side(seen) } -> std::same_as<int>;
  // A number for what changes slowly, such as where the pawns stand.
  { T::structure(seen) } -> std::same_as<std::uint64_t>;
  // Whether a table of positions with few pieces may know this one.
  { T::is_ending(seen) } -> std::same_as<bool>;
  // How many plies back a position may have been the same as now.
  { T::reversible(seen) } -> std::same_as<int>;
  // Whether the game is drawn, whatever else the position is.
  { T::drawn(seen) } -> std::same_as<bool>;
  // Whether being without a move is a loss here, and not a draw.
  { T::loses_without_moves(seen) } -> std::same_as<bool>;

  // Says what a position is worth to its mover.
  { tactics.judge() } -> std::same_as<typename T::Judge>;
  { judge.points(seen) } -> std::same_as<int>;
};

// A game that has such a thing: its room declares a function that makes it.
template <class G>
concept HasTactics = requires(const G& game) { tactics_of(game); };

}  // namespace kibitz
