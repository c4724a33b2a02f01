// The interface between Monte Carlo tree search and a game: a position that follows the tree and plays playouts. The
// tree knows no game, so it is compiled once; these methods are called a few times per playout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "base/types.hpp"

namespace kibitz {

class Control;
class ErasedState;

// How a leaf of the tree is evaluated: by a playout with random moves, simple rules or the best static evaluation, or
// by the static evaluation alone.
enum class PlayoutPolicy : std::uint8_t { random, rules, lines, none };

// A move of a node. Values are the first player's: 1, 0, -1, or points divided by the largest possible score.
struct NodeMove {
  Move move = 0;
  float weight = 0;                      // the probability of a chance outcome, or the prior of a move
  std::optional<double> terminal_value;  // if the move ends the game
};

// An exact value, and the number of plies to the end of the game.
struct ExactValue {
  double value = 0;
  std::uint32_t plies = 0;
};

// The side to act in an unfinished position, and its moves.
struct NodeMoves {
  Side turn = Side::first;
  std::vector<NodeMove> moves;

  // Constructs in place: a copy would stall on store forwarding.
  void add(Move move, float weight) {
    auto& each = moves.emplace_back();
    each.move = move;
    each.weight = weight;
  }
};

// The players' moves in a playout, without chance outcomes.
struct PlayoutMoves {
  struct Step {
    Side side;
    Move move;
  };
  std::vector<Step> steps;
};

// A board belongs to one thread. Values are the first player's, from -1 to 1.
class MctsBoard {
 public:
  virtual ~MctsBoard() = default;

  // Whether a step is slow, so that the search uses one thread and checks its limits at each step.
  virtual bool is_slow() const = 0;
  virtual bool has_chance() const = 0;
  // The largest possible score in games with points, otherwise 0.
  virtual double span() const = 0;

  // Sets the position after `line` from the root. `keys`, if not null, receives the key of each position.
  virtual void go_to(std::span<const Move> line, std::vector<std::uint64_t>* keys) = 0;
  virtual void play(Move move) = 0;

  virtual std::uint64_t key() const = 0;

  // Calls a function with the type-erased position.
  virtual void with_state(const std::function<void(const ErasedState&)>& function) const = 0;

  // The exact value of a finished game or a tablebase position.
  virtual std::optional<ExactValue> exact_value() const = 0;
  // Lists the side to act and its moves in an unfinished position; `with_terminal_values`: with the terminal values.
  virtual void list_moves(NodeMoves& out, bool with_terminal_values) = 0;
  // Plays the game to its end and returns the value; the position is lost. Appends to `playout_moves` if not null.
  virtual double play_out(PlayoutPolicy policy, int max_plies, Random& random, PlayoutMoves* playout_moves,
                          Control& control) = 0;
  // The static evaluation.
  virtual double evaluate() const = 0;
  // Measures the typical magnitude of evaluations in points, which `evaluate` maps to -1 to 1.
  virtual void calibrate(Random& random, Control& control) = 0;

  // Returns and resets the work done: about the number of moves listed or made.
  std::uint64_t take_work() {
    const auto out = work_;
    work_ = 0;
    return out;
  }

 protected:
  std::uint64_t work_ = 0;
};

}  // namespace kibitz
