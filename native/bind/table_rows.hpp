// A table read through from one end to the other, many positions at a time.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/tablebase.hpp"
#include "bind/core_game.hpp"

namespace kibitz {

// Columns: what is known of one position stands at the same place in each.
struct Rows {
  std::vector<std::int64_t> numbers;  // as the game describes its positions, one after the other
  std::vector<std::string> texts;     // instead of that, in games written in Python
  std::vector<std::uint32_t> ends;    // where each position's numbers end
  std::vector<std::uint8_t> turns, movers, kinds;
  std::vector<double> values;            // plies, chance or points
  std::vector<std::uint32_t> best;       // numbers of the best moves
  std::vector<std::uint32_t> best_ends;  // where those of each position end
  std::optional<nanobind::list> states;  // of the game's own rules, if they are wanted

  std::size_t size() const { return kinds.size(); }
};

class TableRows {
 public:
  virtual ~TableRows() = default;
  // The next positions, at most so many; none when all were read. It needs the GIL.
  virtual Rows next(std::size_t most, bool with_states, Control& control) = 0;
};

// Every position that a table holds: place by place where the game has an index
// and the table is `dense`, or the table itself has places; else as they are
// reached from the start.
std::unique_ptr<TableRows> table_rows(const CoreGame&, const Tablebase&, bool dense, Control&);

}  // namespace kibitz
