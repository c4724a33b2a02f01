// The plainest table: the keys of all positions in order, and a value for each.
// Works for every game; found by halving, straight from a file in memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "solve/graph.hpp"

namespace kibitz {

static_assert(std::endian::native == std::endian::little, "tables are little-endian; a big-endian port must swap");

// Without dice: two bits say loss, draw or win, the rest plies + 1 (0: never
// ends). With dice: the win chance as a double.
struct WinCode {
  using Stored = std::uint16_t;
  static constexpr double most_plies = (1 << 14) - 2;

  static Stored encode(const Value& value) {
    if (value.number > most_plies) throw RulesError("the game is too long for a table: more than 16,382 plies");
    return static_cast<Stored>(static_cast<unsigned>(value.kind) | (static_cast<unsigned>(value.number + 1) << 2));
  }
  static Value decode(Stored code) {
    return {static_cast<Value::Kind>(code & 3u), static_cast<double>(code >> 2) - 1, true};
  }
};

struct ChanceCode {
  using Stored = double;
  static Stored encode(const Value& value) { return value.number; }
  static Value decode(Stored code) { return {Value::Kind::expect, code, true}; }
};

template <Game G>
using CodeOf = std::conditional_t<ChanceGame<G>, ChanceCode, WinCode>;

struct KeyedTable {
  std::span<const std::uint8_t> keys;    // 8 bytes each, ascending
  std::span<const std::uint8_t> values;  // one Stored each, in the same order

  template <class Code>
  std::optional<Value> find(std::uint64_t key) const {
    std::size_t low = 0, high = keys.size() / sizeof(std::uint64_t);
    while (low < high) {
      const auto middle = low + (high - low) / 2;
      const auto found = read<std::uint64_t>(keys, middle);
      if (found == key) return Code::decode(read<typename Code::Stored>(values, middle));
      if (found < key)
        low = middle + 1;
      else
        high = middle;
    }
    return std::nullopt;
  }

 private:
  // Copied out byte by byte, since a file promises no alignment.
  template <class T>
  static T read(std::span<const std::uint8_t> bytes, std::size_t at) {
    T out;
    std::memcpy(&out, bytes.data() + at * sizeof(T), sizeof(T));
    return out;
  }
};

}  // namespace kibitz
