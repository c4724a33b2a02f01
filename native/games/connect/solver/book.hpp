// Known scores of early positions: keys in ascending order, a score for each.
//
// Only positions with a choice are in it (nobody wins at once, no move is
// forced), up to mirror image, under the key that the search gives them. On
// disk the keys are differences in as few bytes as each needs, seven bits a
// byte, the last byte of a number without the high bit.
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
    auto gap = key - last;
    for (; gap >= 128; gap >>= 7) out.push_back(static_cast<char>(gap | 128));
    out.push_back(static_cast<char>(gap));
    last = key;
  }
  return out;
}

// The difference that begins at `at`, which is moved to where the next one begins.
inline std::uint64_t read_gap(std::span<const std::uint8_t> packed, std::size_t& at) {
  std::uint64_t gap = 0;
  for (int shift = 0; at < packed.size(); shift += 7) {
    if (shift > 63) throw RulesError("the keys of this book can't be read");
    const auto byte = packed[at++];
    gap |= static_cast<std::uint64_t>(byte & 127) << shift;
    if ((byte & 128) == 0) return gap;
  }
  throw RulesError("the keys of this book end in the middle of one");
}

// Calls `visit(key, end)` for every key in turn; `end` is where the next begins.
template <class Visit>
void walk_keys(std::span<const std::uint8_t> packed, Visit visit) {
  std::uint64_t key = 0;
  for (std::size_t at = 0; at < packed.size();) {
    const auto gap = read_gap(packed, at);
    if (gap == 0) throw RulesError("the keys of a book must ascend");
    visit(key += gap, at);
  }
}

inline std::vector<std::uint64_t> unpack_keys(std::span<const std::uint8_t> packed) {
  std::vector<std::uint64_t> keys;
  walk_keys(packed, [&](std::uint64_t key, std::size_t) { keys.push_back(key); });
  return keys;
}

// Keys stay packed in memory, a fifth of their size; a few of them are kept to
// begin a search of the others from.
class Book {
 public:
  Book(std::vector<std::uint8_t> packed, std::vector<std::int8_t> scores)
      : packed_(std::move(packed)), scores_(std::move(scores)) {
    std::size_t count = 0;
    walk_keys(packed_, [&](std::uint64_t key, std::size_t end) {
      if (count++ % kApart == 0) marks_.push_back({key, end});
    });
    if (count != scores_.size()) throw RulesError("a book needs one score for each key");
  }

  std::size_t size() const { return scores_.size(); }

  std::optional<int> find(std::uint64_t key) const {
    const auto after = std::upper_bound(marks_.begin(), marks_.end(), key,
                                        [](std::uint64_t wanted, const Mark& mark) { return wanted < mark.key; });
    if (after == marks_.begin()) return std::nullopt;
    const auto& mark = *(after - 1);
    auto place = static_cast<std::size_t>(after - 1 - marks_.begin()) * kApart;
    auto at = mark.key;
    for (auto next = mark.end; at < key && next < packed_.size(); ++place) at += read_gap(packed_, next);
    if (at != key) return std::nullopt;
    return scores_[place];
  }

 private:
  static constexpr std::size_t kApart = 64;

  struct Mark {
    std::uint64_t key;
    std::size_t end;  // where the key after it begins
  };

  std::vector<std::uint8_t> packed_;
  std::vector<std::int8_t> scores_;
  std::vector<Mark> marks_;
};

}  // namespace kibitz::connect
