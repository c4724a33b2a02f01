// Tables by key: the sorted keys of all positions, and a value for each. Works for
// every game; probed by binary search in a mapped file.
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

// Without dice: loss, draw or win in two bits, then plies + 1 (0: infinite play).
struct WinCode {
  using Stored = std::uint16_t;
  static constexpr double most_plies = (1 << 14) - 2;

  static Stored encode(const Value& value) {
    if (value.number > most_plies) throw RulesError("the game is too long for a table: more than 16,382 plies");
    return static_cast<Stored>(static_cast<unsigned>(value.kind) | (static_cast<unsigned>(value.number + 1) << 2));
  }
  static Value decode(Stored code) {
    const auto kind = static_cast<Value::Kind>(code & 3u);
    if (kind > Value::Kind::win) throw CorruptData("a value is neither a win, a draw nor a loss");
    return {kind, static_cast<double>(code >> 2) - 1, true};
  }
};

// Return a stored probability after a range check.
inline double checked_probability(double chance) {
  if (!(chance >= 0 && chance <= 1)) throw CorruptData("a probability is not from 0 to 1");
  return chance;
}

// Points to the mover.
struct PointsCode {
  using Stored = std::int32_t;
  static Stored encode(const Value& value) { return static_cast<Stored>(value.number); }
  static Value decode(Stored code) { return {Value::Kind::points, static_cast<double>(code), true}; }
};

// With dice: the mover's probability of winning.
struct ProbabilityCode {
  using Stored = double;
  static Stored encode(const Value& value) { return value.number; }
  static Value decode(Stored code) { return {Value::Kind::expect, checked_probability(code), true}; }
};

// `Code` is the encoding of values.
template <class Code>
class KeyedTable {
 public:
  using Stored = typename Code::Stored;

  // Ascending keys of 8 bytes each, and one `Stored` for each.
  KeyedTable(ByteSpan keys, ByteSpan values)
      : keys_(keys), values_(values), keys_truncation_(keys), values_truncation_(values) {
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
        values_truncation_.check();
        return Code::decode(stored);
      }
      if (found < key)
        low = middle + 1;
      else
        high = middle;
    }
    keys_truncation_.check();
    return std::nullopt;
  }

 private:
  // By memcpy, as data in a file may be unaligned.
  template <class T>
  static T read(ByteSpan bytes, std::size_t at) {
    T out;
    std::memcpy(&out, bytes.data() + at * sizeof(T), sizeof(T));
    return out;
  }

  ByteSpan keys_, values_;
  TruncationCheck keys_truncation_, values_truncation_;
};

}  // namespace kibitz
