// The plainest table: the keys of all positions in order, and a value for each.
// Works for every game; found by halving, straight from a file in memory.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "base/types.hpp"
#include "base/value.hpp"
#include "solve/payload.hpp"

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
    const auto kind = static_cast<Value::Kind>(code & 3u);
    if (kind > Value::Kind::win) throw SpoiltBytes("a value is neither a win nor a draw nor a loss");
    return {kind, static_cast<double>(code >> 2) - 1, true};
  }
};

// A chance as it was read, if it is one.
inline double checked_chance(double chance) {
  if (!(chance >= 0 && chance <= 1)) throw SpoiltBytes("a chance is not from 0 to 1");
  return chance;
}

// Whole points, as the mover sees them.
struct PointsCode {
  using Stored = std::int32_t;
  static Stored encode(const Value& value) { return static_cast<Stored>(value.number); }
  static Value decode(Stored code) { return {Value::Kind::points, static_cast<double>(code), true}; }
};

struct ChanceCode {
  using Stored = double;
  static Stored encode(const Value& value) { return value.number; }
  static Value decode(Stored code) { return {Value::Kind::expect, checked_chance(code), true}; }
};

// `Code` is how values are stored.
template <class Code>
class KeyedTable {
 public:
  using Stored = typename Code::Stored;

  // Keys of 8 bytes each, ascending, and one Stored for each in the same order.
  KeyedTable(ByteSpan keys, ByteSpan values) : keys_(keys), values_(values), keys_loss_(keys), values_loss_(values) {
    const auto count = keys.size() / sizeof(std::uint64_t);
    if (keys.size() % sizeof(std::uint64_t) != 0 || values.size() != count * sizeof(Stored))
      throw RulesError("it does not have one value for each key");
  }

  std::optional<Value> find(std::uint64_t key) const {
    std::size_t low = 0, high = keys_.size() / sizeof(std::uint64_t);
    while (low < high) {
      const auto middle = low + (high - low) / 2;
      const auto found = read<std::uint64_t>(keys_, middle);
      if (found == key) {
        const auto stored = read<Stored>(values_, middle);
        values_loss_.check();
        return Code::decode(stored);
      }
      if (found < key)
        low = middle + 1;
      else
        high = middle;
    }
    keys_loss_.check();
    return std::nullopt;
  }

 private:
  // Copied out byte by byte, since a file promises no alignment.
  template <class T>
  static T read(ByteSpan bytes, std::size_t at) {
    T out;
    std::memcpy(&out, bytes.data() + at * sizeof(T), sizeof(T));
    return out;
  }

  ByteSpan keys_, values_;
  Loss keys_loss_, values_loss_;
};

}  // namespace kibitz
