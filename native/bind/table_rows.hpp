// Enumeration of a table in batches.
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

// Columns: one entry for each position.
struct Rows {
  std::vector<std::int64_t> numbers;  // positions as numbers, concatenated
  std::vector<std::string> texts;     // positions of games in Python instead
  std::vector<std::uint32_t> ends;    // end of each position in `numbers`
  std::vector<std::uint8_t> turns, movers, kinds;
  std::vector<double> values;            // plies, probability or points
  std::vector<std::uint32_t> best;       // the best moves, concatenated
  std::vector<std::uint32_t> best_ends;  // end of each position in `best`
  std::optional<nanobind::list> states;  // of the game's own rules, if requested

  std::size_t size() const { return kinds.size(); }
};

class TableRows {
 public:
  virtual ~TableRows() = default;
  // The next positions, at most `most`; empty at the end. Requires the GIL.
  virtual Rows next(std::size_t most, bool with_states, Control& control) = 0;
};

// Enumerates the positions of a table: by index if it is `dense` or has an index itself, else by traversing the game.
std::unique_ptr<TableRows> table_rows(const CoreGame&, const Tablebase&, bool dense, Control&);

}  // namespace kibitz
