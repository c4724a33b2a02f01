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

namespace kibitz::connect4 {

class Book {
 public:
  Book(std::vector<std::uint64_t> keys, std::vector<std::int8_t> scores)
      : keys_(std::move(keys)), scores_(std::move(scores)) {
    if (keys_.size() != scores_.size()) throw RulesError("a book needs one score for each key");
    if (!std::is_sorted(keys_.begin(), keys_.end())) throw RulesError("the keys of a book must ascend");
  }

  std::optional<int> find(std::uint64_t key) const {
    const auto at = std::lower_bound(keys_.begin(), keys_.end(), key);
    if (at == keys_.end() || *at != key) return std::nullopt;
    return scores_[static_cast<std::size_t>(at - keys_.begin())];
  }

  const std::vector<std::uint64_t>& keys() const { return keys_; }
  const std::vector<std::int8_t>& scores() const { return scores_; }

 private:
  std::vector<std::uint64_t> keys_;
  std::vector<std::int8_t> scores_;
};

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

inline std::vector<std::uint64_t> unpack_keys(std::span<const std::uint8_t> packed) {
  std::vector<std::uint64_t> keys;
  std::uint64_t last = 0;
  std::uint64_t gap = 0;
  int shift = 0;
  for (const auto byte : packed) {
    if (shift > 63) throw RulesError("the keys of this book can't be read");
    gap |= static_cast<std::uint64_t>(byte & 127) << shift;
    shift += 7;
    if ((byte & 128) != 0) continue;
    keys.push_back(last += gap);
    gap = 0;
    shift = 0;
  }
  if (shift != 0) throw RulesError("the keys of this book end in the middle of one");
  return keys;
}

}  // namespace kibitz::connect4
