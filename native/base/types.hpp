// Basic types of the core.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/cold.hpp"
#include "base/number_stack.hpp"

namespace kibitz {

// A move code, which only its game interprets. Games whose moves have several parts (a cell and a number, a piece and a
// square) pack them; `parts` unpacks.
using Move = std::uint32_t;

// A reused list, so that move generation does not allocate.
using MoveList = NumberStack<Move>;

// The side that acts in a position: a player, or chance.
enum class Side : std::uint8_t { first, second, chance };

constexpr Side opponent(Side side) { return side == Side::first ? Side::second : Side::first; }

enum class Result : std::uint8_t { ongoing, first, second, draw };

constexpr Result win_for(Side side) { return side == Side::first ? Result::first : Result::second; }

// 1, 0 or -1 from the point of view of `side`, for a finished game.
constexpr int outcome_for(Result result, Side side) {
  if (result == Result::draw) return 0;
  return result == win_for(side) ? 1 : -1;
}

// An outcome at a chance node with its probability.
struct Chance {
  Move move;
  double probability;
};
using ChanceList = std::vector<Chance>;

// A violation of the rules, or an invalid argument. The binding turns it into a Python exception; the core never ends
// the process.
struct RulesError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A position, move, table or book of other rules.
struct WrongGame : RulesError {
  using RulesError::RulesError;
};

// A move or a position as numbers, for text and drawings.
using Numbers = std::vector<std::int64_t>;

// Options from Python: name to whole number.
using Options = std::map<std::string, std::int64_t>;

// The value of a required option.
KIBITZ_COLD inline int option(const Options& options, const std::string& name, int low, int high) {
  const auto found = options.find(name);
  if (found == options.end()) throw RulesError("missing option '" + name + "'");
  if (found->second < low || found->second > high)
    throw RulesError("option '" + name + "' must be from " + std::to_string(low) + " to " + std::to_string(high));
  return static_cast<int>(found->second);
}

// The shape of a network's input: a number of planes of equal size.
struct Planes {
  int count = 0, height = 0, width = 0;
  std::size_t size() const {
    return static_cast<std::size_t>(count) * static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  }
};

// A list of types.
template <class... Each>
struct Types {};

}  // namespace kibitz
