// Opening book: exact scores of early positions, sorted by key.
//
// It holds only positions with a choice (no immediate win, no forced move), up to mirror image, under the key of the
// search. On disk keys are delta-coded as variable-length integers (LEB128).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/types.hpp"

namespace kibitz::connect {

inline std::string pack_keys(const std::vector<std::uint64_t>& keys) {
  std::string out;
  std::uint64_t last = 0;
  for (const auto key : keys) {
    auto delta = key - last;
    for (; delta >= 128; delta >>= 7) out.push_back(static_cast<char>(delta | 128));
    out.push_back(static_cast<char>(delta));
    last = key;
  }
  return out;
}

// Reads the delta at `at` and advances `at`.
inline std::uint64_t read_delta(std::span<const std::uint8_t> packed, std::size_t& at) {
  std::uint64_t delta = 0;
  for (int shift = 0; at < packed.size(); shift += 7) {
    if (shift > 63) throw RulesError("the keys of this book can't be read");
    const auto byte = packed[at++];
    delta |= static_cast<std::uint64_t>(byte & 127) << shift;
    if ((byte & 128) == 0) return delta;
  }
  throw RulesError("the keys of this book end in the middle of one");
}

// Calls `visit(key, end)` for every key; `end` is the offset of the next delta.
template <class Visit>
void for_each_key(std::span<const std::uint8_t> packed, Visit visit) {
  std::uint64_t key = 0;
  for (std::size_t at = 0; at < packed.size();) {
    const auto delta = read_delta(packed, at);
    if (delta == 0) throw RulesError("the keys of a book must ascend");
    visit(key += delta, at);
  }
}

inline std::vector<std::uint64_t> unpack_keys(std::span<const std::uint8_t> packed) {
  std::vector<std::uint64_t> keys;
  for_each_key(packed, [&](std::uint64_t key, std::size_t) { keys.push_back(key); });
  return keys;
}

// Keys stay packed in memory, at a fifth of their size; a sparse index of keys is the start of each lookup.
class Book {
 public:
  Book(std::vector<std::uint8_t> packed, std::vector<std::int8_t> scores)
      : packed_(std::move(packed)), scores_(std::move(scores)) {
    std::size_t count = 0;
    for_each_key(packed_, [&](std::uint64_t key, std::size_t end) {
      if (count++ % kIndexStride == 0) index_.push_back({key, end});
    });
    if (count != scores_.size()) throw RulesError("a book needs one score for each key");
  }

  std::size_t size() const { return scores_.size(); }

  std::optional<int> find(std::uint64_t key) const {
    const auto after = std::upper_bound(index_.begin(), index_.end(), key,
                                        [](std::uint64_t wanted, const IndexEntry& mark) { return wanted < mark.key; });
    if (after == index_.begin()) return std::nullopt;
    const auto& mark = *(after - 1);
    auto place = static_cast<std::size_t>(after - 1 - index_.begin()) * kIndexStride;
    auto at = mark.key;
    for (auto next = mark.end; at < key && next < packed_.size(); ++place) at += read_delta(packed_, next);
    if (at != key) return std::nullopt;
    return scores_[place];
  }

 private:
  static constexpr std::size_t kIndexStride = 64;

  struct IndexEntry {
    std::uint64_t key;
    std::size_t end;  // offset of the next delta
  };

  std::vector<std::uint8_t> packed_;
  std::vector<std::int8_t> scores_;
  std::vector<IndexEntry> index_;
};

}  // namespace kibitz::connect
