// What a game must offer, and what it may. Search and solving are templates
// over these concepts, so each algorithm is written once for every game.
//
// A game object holds the rules with their options and never changes. A State
// is a plain value that `play` and `undo` change in place, in constant time.
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>

#include "base/types.hpp"

namespace kibitz {

template <class G>
concept Game = requires(const G game, typename G::State state, const typename G::State seen, typename G::Undo undo,
                        Move move, MoveList& moves, const Numbers& description) {
  requires std::copyable<typename G::State>;
  requires std::equality_comparable<typename G::State>;
  { game.start() } -> std::same_as<typename G::State>;
  // Who acts now: a player, or chance.
  { game.turn(seen) } -> std::same_as<Side>;
  // Whose side the position is judged from: `turn`, or at a chance position
  // the player on whose behalf the dice are rolled.
  { game.mover(seen) } -> std::same_as<Side>;
  { game.result(seen) } -> std::same_as<Result>;
  // Appends the moves allowed in a position that has not ended.
  { game.moves(seen, moves) } -> std::same_as<void>;
  // Plays a move that `moves` lists; `undo` takes exactly that move back.
  { game.play(state, move) } -> std::same_as<typename G::Undo>;
  { game.undo(state, move, undo) } -> std::same_as<void>;
  // Equal states have equal keys; different ones differ but for hashing luck.
  { game.key(seen) } -> std::same_as<std::uint64_t>;
  // The parts of a move (a cell; a cell and a number) and back.
  { game.parts(move) } -> std::same_as<Numbers>;
  { game.pack(description) } -> std::same_as<Move>;
  // A state as plain numbers, for text and drawings, and back with every check
  // that makes a set-up a position; throws RulesError saying what is wrong.
  { game.describe(seen) } -> std::same_as<Numbers>;
  { game.assemble(description) } -> std::same_as<typename G::State>;
};

// Positions where chance acts: `chances` lists what may happen; the
// probabilities sum to one, and `moves` lists the same moves.
template <class G>
concept ChanceGame = Game<G> && requires(const G game, const typename G::State seen, ChanceList& chances) {
  { game.chances(seen, chances) } -> std::same_as<void>;
};

// Transformations of the board that change neither rules nor values.
// Number 0 is the identity.
template <class G>
concept Symmetric = Game<G> && requires(const G game, const typename G::State seen, Move move, int symmetry) {
  { game.symmetries() } -> std::same_as<int>;
  { game.transform(seen, symmetry) } -> std::same_as<typename G::State>;
  { game.transform_move(move, symmetry) } -> std::same_as<Move>;
};

// Positions sorted into tiers so that every move leads from its tier to the next
// (one more stone on the board), with a dense number for each position inside its
// tier: what a table of values without stored keys needs.
template <class G>
concept Indexable = Game<G> && requires(const G game, const typename G::State seen, int tier, std::uint64_t index) {
  { game.tiers() } -> std::same_as<int>;
  { game.tier(seen) } -> std::same_as<int>;
  { game.tier_size(tier) } -> std::same_as<std::uint64_t>;
  { game.index(seen) } -> std::same_as<std::uint64_t>;
  { game.at(tier, index) } -> std::same_as<typename G::State>;
};

// A guess at who stands better, as the first player sees it. Games of chance
// give an expected outcome from -1 to 1, others a number of points.
template <class G>
concept Evaluated = Game<G> && requires(const G game, const typename G::State seen) {
  { game.evaluate(seen) } -> std::convertible_to<double>;
};

// Options that only this game's searches know: how a position is judged, what is
// seen at once. `with_options` is the same game with them as asked for; it throws
// RulesError for one that it doesn't know.
template <class G>
concept HasSearchOptions = Game<G> && requires(const G game, const Options& options) {
  { game.with_options(options) } -> std::same_as<G>;
};

// What a search a few decisions deep finds at a position where dice are about to
// be rolled, as its mover sees it.
struct LookedAhead {
  double value = 0;
  std::uint32_t judged = 0;  // positions that were evaluated
  bool complete = false;     // every one of the best lines ended the game
};

// A look-ahead evaluator sees up to `kFurthest` decisions quicker than making
// every move after every roll. It must find what the evaluation would; where that
// is `enough` or more, any bound from there up to it will do. It belongs to one
// search and remembers what it has seen if it may.
template <class G>
concept LooksAhead = ChanceGame<G> && Evaluated<G> &&
                     requires(const G game, typename G::LookAhead ahead, const typename G::State seen, double enough) {
                       { game.look_ahead(true) } -> std::same_as<typename G::LookAhead>;
                       { G::LookAhead::kFurthest } -> std::convertible_to<int>;
                       { ahead.look(seen, 1, enough) } -> std::same_as<LookedAhead>;
                     };

// What a move leads to, as the one who makes it sees it: the outcome (1, 0, -1)
// where it ends the game, else the evaluation.
struct AfterMove {
  bool ends = false;
  std::int32_t value = 0;
};

// An incremental evaluator follows play and undo of a game without dice and knows
// of every move what it leads to, quicker than making the move and evaluating. It
// must say exactly what that would.
template <class G>
concept Incremental = Evaluated<G> && !ChanceGame<G> &&
                      requires(const G game, const typename G::State seen, typename G::IncrementalEvaluator evaluator,
                               const typename G::IncrementalEvaluator known, Side side, Move move) {
                        { game.incremental_evaluator(seen) } -> std::same_as<typename G::IncrementalEvaluator>;
                        { evaluator.play(side, move) } -> std::same_as<void>;
                        { evaluator.undo(side, move) } -> std::same_as<void>;
                        // The evaluation of the position itself, as `side` sees it.
                        { known.points(side) } -> std::same_as<std::int32_t>;
                        { known.after(side, move) } -> std::same_as<AfterMove>;
                        // As below, but in view of the position.
                        { known.promise(side, move) } -> std::same_as<std::uint32_t>;
                        // Whether a player would win by one move if it were its turn, and
                        // whether this move is one that does. Never, where search is not to
                        // see at once what is forced.
                        { known.threatens(side) } -> std::same_as<bool>;
                        { known.wins(side, move) } -> std::same_as<bool>;
                        // Whether it is to be seen at once that nobody can win any more. From
                        // there on every position must be worth nothing.
                        { known.drawn() } -> std::same_as<bool>;
                        // Whether a player may still win, as far as that is seen at once.
                        { known.may_win(side) } -> std::same_as<bool>;
                      };

// A first guess at how good a move is, from 0, cheap enough to ask of every move
// of every node; only the order in which moves are tried depends on it.
template <class G>
concept Promising = Game<G> && requires(const G game, const typename G::State seen, Move move) {
  { game.promise(seen, move) } -> std::same_as<std::uint32_t>;
};

// Games that count the moves of a position quicker than they list them. Theirs is
// also what the field counts as lines: `moves` may be asked of every position,
// and what ends a game besides a lack of moves does not end a line.
template <class G>
concept CountsMoves = Game<G> && requires(const G game, const typename G::State seen) {
  { game.count_moves(seen) } -> std::same_as<std::uint64_t>;
};

// Games that find one move by its place in `moves` quicker than they list them all;
// a position that has not ended has at least one.
template <class G>
concept FindsMoves = Game<G> && requires(const G game, const typename G::State seen, std::uint32_t place) {
  { game.move_total(seen) } -> std::same_as<std::uint32_t>;
  { game.move_at(seen, place) } -> std::same_as<Move>;
};

// Positions as arrays for learning, as the player to move sees them, and a number
// for each move that means the same in every position.
template <class G>
concept Encoded = Game<G> && requires(const G game, const typename G::State seen, Move move, float* out) {
  { game.planes() } -> std::same_as<Planes>;
  // Writes into an array full of zeros.
  { game.encode(seen, out) } -> std::same_as<void>;
  { game.actions() } -> std::same_as<int>;
  { game.action(seen, move) } -> std::same_as<int>;
};

// A key that positions share which are equal up to symmetry, and the symmetry
// that leads from this one to the one whose own key it is.
struct SharedKey {
  std::uint64_t key = 0;
  int symmetry = 0;
};

// Games where such a key is quick to have. Only small boards gain by it: on
// others symmetric positions are hardly ever met in one search.
template <class G>
concept SharesKeys = Symmetric<G> && requires(const G game, const typename G::State seen) {
  { game.shared_key(seen) } -> std::same_as<SharedKey>;
};

// The member of a state's symmetry class that stands for all of them. A game
// may have a faster way of its own to choose it.
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
