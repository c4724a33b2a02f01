// The concepts of a game, required and optional. Search and solving are templates
// over them, so each algorithm is written once for every game.
//
// A game object holds the rules with their options and never changes. A State
// is a plain value that `play` and `undo` change in place, in constant time.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "base/types.hpp"

namespace kibitz {

template <class G>
concept Game = requires(const G game, typename G::State state, const typename G::State seen, typename G::Undo undo,
                        Move move, MoveList& moves, const Numbers& description) {
  requires std::copyable<typename G::State>;
  requires std::equality_comparable<typename G::State>;
  { game.start() } -> std::same_as<typename G::State>;
  // The side to act: a player, or chance.
  { game.turn(seen) } -> std::same_as<Side>;
  // The side from whose point of view values are given: `turn`, or at a chance
  // position the player on whose behalf the dice are rolled.
  { game.mover(seen) } -> std::same_as<Side>;
  { game.result(seen) } -> std::same_as<Result>;
  // Appends the legal moves of an unfinished position.
  { game.moves(seen, moves) } -> std::same_as<void>;
  // Plays a legal move; `undo` takes exactly that move back.
  { game.play(state, move) } -> std::same_as<typename G::Undo>;
  { game.undo(state, move, undo) } -> std::same_as<void>;
  // A hash key: equal states have equal keys; different states collide rarely.
  { game.key(seen) } -> std::same_as<std::uint64_t>;
  // The parts of a move (a cell; a cell and a number) and back.
  { game.parts(move) } -> std::same_as<Numbers>;
  { game.pack(description) } -> std::same_as<Move>;
  // A state as plain numbers, for notation and drawings, and back. `assemble`
  // validates the position and throws a RulesError that names the fault.
  { game.describe(seen) } -> std::same_as<Numbers>;
  { game.assemble(description) } -> std::same_as<typename G::State>;
};

// Games with chance positions: `chances` lists the outcomes. Their probabilities
// sum to one, and `moves` lists the same moves.
template <class G>
concept ChanceGame = Game<G> && requires(const G game, const typename G::State seen, ChanceList& chances) {
  { game.chances(seen, chances) } -> std::same_as<void>;
};

// Symmetries of the board, which preserve rules and values. Number 0 is the identity.
template <class G>
concept Symmetric = Game<G> && requires(const G game, const typename G::State seen, Move move, int symmetry) {
  { game.symmetries() } -> std::same_as<int>;
  { game.transform(seen, symmetry) } -> std::same_as<typename G::State>;
  { game.transform_move(move, symmetry) } -> std::same_as<Move>;
};

// A perfect index: positions are sorted into tiers so that every move leads to the
// next tier (one more stone on the board), and numbered densely inside each tier.
// Tables by index store no keys.
template <class G>
concept Indexable = Game<G> && requires(const G game, const typename G::State seen, int tier, std::uint64_t index) {
  { game.tiers() } -> std::same_as<int>;
  { game.tier(seen) } -> std::same_as<int>;
  { game.tier_size(tier) } -> std::same_as<std::uint64_t>;
  { game.index(seen) } -> std::same_as<std::uint64_t>;
  { game.at(tier, index) } -> std::same_as<typename G::State>;
};

// A static evaluation from the first player's point of view: an expected outcome
// from -1 to 1 in games of chance, a number of points in others.
template <class G>
concept HasEvaluation = Game<G> && requires(const G game, const typename G::State seen) {
  { game.evaluate(seen) } -> std::convertible_to<double>;
};

// Search options of the game itself, such as the choice of its evaluation.
// `with_options` returns a game that uses them; it throws RulesError for unknown ones.
template <class G>
concept HasSearchOptions = Game<G> && requires(const G game, const Options& options) {
  { game.with_options(options) } -> std::same_as<G>;
};

// The result of a shallow search before a roll, from the mover's point of view.
struct ShallowResult {
  double value = 0;
  std::uint32_t evaluations = 0;  // static evaluations made
  bool exact = false;             // all lines of best play reached the end of the game
};

// A specialized search of the last plies: up to `kMaxDepth` decisions, quicker than
// playing every move after every roll, with the same result. If the value is at
// least `enough`, any lower bound that is at least `enough` may be returned. The
// object belongs to one search and may cache results.
template <class G>
concept HasShallowSearch =
    ChanceGame<G> && HasEvaluation<G> &&
    requires(const G game, typename G::ShallowSearch shallow, const typename G::State seen, double enough) {
      { game.shallow_search(true) } -> std::same_as<typename G::ShallowSearch>;
      { G::ShallowSearch::kMaxDepth } -> std::convertible_to<int>;
      { shallow.search(seen, 1, enough) } -> std::same_as<ShallowResult>;
    };

// The effect of a move from its player's point of view: the outcome (1, 0, -1) if
// it ends the game, else the evaluation.
struct AfterMove {
  bool ends = false;
  std::int32_t value = 0;
};

// An incrementally updated evaluator: it follows `play` and `undo` of a game without
// dice and evaluates every move without playing it. It must agree exactly with
// playing the move and evaluating the position.
template <class G>
concept Incremental = HasEvaluation<G> && !ChanceGame<G> &&
                      requires(const G game, const typename G::State seen, typename G::IncrementalEvaluator evaluator,
                               const typename G::IncrementalEvaluator known, Side side, Move move) {
                        { game.incremental_evaluator(seen) } -> std::same_as<typename G::IncrementalEvaluator>;
                        { evaluator.play(side, move) } -> std::same_as<void>;
                        { evaluator.undo(side, move) } -> std::same_as<void>;
                        // The evaluation of the position from the point of view of `side`.
                        { known.evaluate(side) } -> std::same_as<std::int32_t>;
                        { known.after(side, move) } -> std::same_as<AfterMove>;
                        // As `HasMovePriority`, but in this position.
                        { known.move_priority(side, move) } -> std::same_as<std::uint32_t>;
                        // Whether `side` could win with one move if it were its turn, and
                        // whether `move` is such a move. Always false if the search is not
                        // to use forced moves.
                        { known.has_threat(side) } -> std::same_as<bool>;
                        { known.wins(side, move) } -> std::same_as<bool>;
                        // Whether neither side can win any more, as far as the evaluator
                        // knows. All later positions must evaluate to 0.
                        { known.is_drawn() } -> std::same_as<bool>;
                        // Whether `side` can still win, as far as the evaluator knows.
                        { known.can_win(side) } -> std::same_as<bool>;
                      };

// A static priority of moves, at least 0, for move ordering; cheap enough for every
// move of every node.
template <class G>
concept HasMovePriority = Game<G> && requires(const G game, const typename G::State seen, Move move) {
  { game.move_priority(seen, move) } -> std::same_as<std::uint32_t>;
};

// Bulk counting: the number of legal moves without listing them, for perft. `moves` must then accept finished positions
// too, as perft ignores all endings but a lack of moves.
template <class G>
concept HasBulkCount = Game<G> && requires(const G game, const typename G::State seen) {
  { game.count_moves(seen) } -> std::same_as<std::uint64_t>;
};

// Notation that the core can read itself. Nothing for a text that it does not know, or that names no legal move or
// several: the game's notation in Python reads those.
template <class G>
concept HasMoveNotation = Game<G> && requires(const G game, const typename G::State seen, std::string_view text) {
  { game.read_move(seen, text) } -> std::same_as<std::optional<Move>>;
};

// Access to the moves by index without listing them, for random playouts. An
// unfinished position has at least one.
template <class G>
concept HasMoveByIndex = Game<G> && requires(const G game, const typename G::State seen, std::uint32_t index) {
  { game.number_of_moves(seen) } -> std::same_as<std::uint32_t>;
  { game.move_at(seen, index) } -> std::same_as<Move>;
};

// Input planes of a network from the point of view of the player to move, and an
// index for each move that is the same in all positions.
template <class G>
concept Encoded = Game<G> && requires(const G game, const typename G::State seen, Move move, float* out) {
  { game.planes() } -> std::same_as<Planes>;
  // Writes into a zeroed array.
  { game.encode(seen, out) } -> std::same_as<void>;
  { game.actions() } -> std::same_as<int>;
  { game.action(seen, move) } -> std::same_as<int>;
};

// The key of a canonical symmetric image, and the symmetry that leads to that image.
struct SymmetricKey {
  std::uint64_t key = 0;
  int symmetry = 0;
};

// Games whose symmetric keys are quick to compute. They only pay on small boards:
// on others one search hardly ever meets symmetric positions.
template <class G>
concept HasSymmetricKey = Symmetric<G> && requires(const G game, const typename G::State seen) {
  { game.symmetric_key(seen) } -> std::same_as<SymmetricKey>;
};

// The canonical representative of a state's symmetry class. A game may define a faster `canonical`.
template <Game G>
typename G::State canonical(const G& game, const typename G::State& state) {
  if constexpr (requires { game.canonical(state); }) {
    return game.canonical(state);
  } else if constexpr (Symmetric<G>) {
    auto best = state;
    auto best_key = game.key(state);
    for (int symmetry = 1; symmetry < game.symmetries(); ++symmetry) {
      auto image = game.transform(state, symmetry);
      const auto key = game.key(image);
      if (key < best_key) {
        best_key = key;
        best = std::move(image);
      }
    }
    return best;
  } else {
    return state;
  }
}

}  // namespace kibitz
