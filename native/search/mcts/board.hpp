// A game as a sampling search sees it: a position that goes down the tree and
// plays games out from there. The tree itself knows no game, so it is compiled
// once; what is here is asked a few times for each playout.
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

// How a position is judged where the tree ends.
enum class Playouts : std::uint8_t { random, rules, lines, none };

// What a move leads to, as far as the rules say: 1, 0 or -1 to the first player, or
// points as a share of the most there can be.
struct Prospect {
  Move move = 0;
  float weight = 0;              // how likely chance does it; of a player's move, how much it promises
  std::optional<double> ending;  // what it is worth if it ends the game
};

// What is known of a position for sure, and how many plies from its end it is.
struct Settled {
  double value = 0;
  std::uint32_t plies = 0;
};

// A position that has not ended: who acts, and what may be done.
struct Prospects {
  Side turn = Side::first;
  std::vector<Prospect> moves;

  // In place: a copy would wait for what was just written to it.
  void add(Move move, float weight) {
    auto& each = moves.emplace_back();
    each.move = move;
    each.weight = weight;
  }
};

// Who moved where in a game that was played out; chance is not listed.
struct Trail {
  struct Step {
    Side side;
    Move move;
  };
  std::vector<Step> steps;
};

// It belongs to one thread. Values are the first player's, from -1 to 1.
class SampleBoard {
 public:
  virtual ~SampleBoard() = default;

  // Whether a step takes so long that only one thread may take it, looking at the clock each time.
  virtual bool is_slow() const = 0;
  virtual bool has_chance() const = 0;
  // Of points, where outcomes are points; else 0.
  virtual double span() const = 0;

  // Goes to where a line leads from the root; `keys`, if they are wanted, gets the key of every position on the way.
  virtual void go(std::span<const Move> line, std::vector<std::uint64_t>* keys) = 0;
  virtual void play(Move move) = 0;

  virtual std::uint64_t key() const = 0;

  // Shows the position to somebody.
  virtual void show(const std::function<void(const ErasedState&)>& to) const = 0;

  // The value where the game has ended or a table knows it.
  virtual std::optional<Settled> known() const = 0;
  // Who acts and what may be done in a position that has not ended; with `ends`, what the rules say of each move.
  virtual void look(Prospects& out, bool ends) = 0;
  // The value at the end of a game from here on; it leaves the position somewhere else. `trail` is added to, if it is
  // there.
  virtual double play_out(Playouts by, int most_plies, Random& random, Trail* trail, Control& control) = 0;
  // What the game's own evaluation says.
  virtual double judge() const = 0;
  // Learns how large the evaluations of a game are that counts in points of its own.
  virtual void scale(Random& random, Control& control) = 0;

  // How much was done since this was last asked: about the number of moves listed or made.
  std::uint64_t take_work() {
    const auto out = work_;
    work_ = 0;
    return out;
  }

 protected:
  std::uint64_t work_ = 0;
};

}  // namespace kibitz
