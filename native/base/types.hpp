// The vocabulary that every part of the core shares.
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

// A move is a number that only its game can read. Games with moves of several
// parts (a cell and a number, a stone and a square) pack them; `parts` unpacks.
using Move = std::uint32_t;

// Games append to a list that the caller reuses, so that generating moves
// allocates nothing once a search is warm, whatever the number of moves.
using MoveList = NumberStack<Move>;

// Who acts in a position. Chance is an actor like the two players.
enum class Side : std::uint8_t { first, second, chance };

constexpr Side opponent(Side side) { return side == Side::first ? Side::second : Side::first; }

enum class Result : std::uint8_t { ongoing, first, second, draw };

constexpr Result win_for(Side side) { return side == Side::first ? Result::first : Result::second; }

// +1, 0 or -1 as seen by `side`; only for results that are not `ongoing`.
constexpr int outcome_for(Result result, Side side) {
  if (result == Result::draw) return 0;
  return result == win_for(side) ? 1 : -1;
}

// One thing that may happen at a chance position, and how likely it is.
struct Chance {
  Move move;
  double probability;
};
using ChanceList = std::vector<Chance>;

// Something that the rules, or common sense, don't allow. The binding turns it
// into a Python exception; nothing in the core ever ends the process.
struct RulesError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A position, move, table or book of other rules.
struct WrongGame : RulesError {
  using RulesError::RulesError;
};

// A move or a position as plain numbers, for text and drawings.
using Numbers = std::vector<std::int64_t>;

// Options as the Python floor passes them: name to whole number.
using Options = std::map<std::string, std::int64_t>;

// The value of an option that must be there.
KIBITZ_COLD inline int option(const Options& options, const std::string& name, int low, int high) {
  const auto found = options.find(name);
  if (found == options.end()) throw RulesError("missing option '" + name + "'");
  if (found->second < low || found->second > high)
    throw RulesError("option '" + name + "' must be from " + std::to_string(low) + " to " + std::to_string(high));
  return static_cast<int>(found->second);
}

// The shape of a position as arrays: so many boards of numbers, one above the other.
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
