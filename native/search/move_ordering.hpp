// The order in which the moves of a node are tried. A good move first cuts the
// most; a wrong order only costs time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/number_stack.hpp"
#include "base/types.hpp"

namespace kibitz {

// What a search remembers about moves that cut: the last two at each ply
// (killers), and how often and how deep each did anywhere (history).
class CutMoves {
 public:
  CutMoves(bool killers, bool history)
      : use_killers_(killers), use_history_(history), history_(history ? 2 * kSlots : 0) {}

  bool any() const { return use_killers_ || use_history_; }

  // The greater, the earlier the move should be tried. What is heard of a move
  // adds to what it promises by itself.
  template <class Promise>
  std::uint32_t merit(Side side, Move move, int ply, Promise promise) const {
    if (use_killers_ && static_cast<std::size_t>(ply) < killers_.size()) {
      const auto& killers = killers_[static_cast<std::size_t>(ply)];
      if (move == killers[0]) return kKiller + 1;
      if (move == killers[1]) return kKiller;
    }
    return use_history_ ? history_[slot(side, move)] + promise() : 0;
  }

  void reward(Side side, Move move, int ply, int depth) {
    if (use_killers_) {
      if (static_cast<std::size_t>(ply) >= killers_.size())
        killers_.resize(static_cast<std::size_t>(ply) + 1, {kNone, kNone});
      auto& killers = killers_[static_cast<std::size_t>(ply)];
      if (killers[0] != move) killers = {move, killers[0]};
    }
    if (use_history_) {
      auto& sum = history_[slot(side, move)];
      sum += static_cast<std::uint32_t>(depth * depth);
      // Old successes fade, and nothing ever reaches the killers' rank.
      if (sum >= kKiller)
        for (auto& each : history_) each /= 2;
    }
  }

 private:
  static constexpr std::uint32_t kKiller = 1u << 30;
  static constexpr Move kNone = ~Move{0};
  static constexpr std::size_t kSlots = 4096;

  // Moves that share a slot share their history; that may only cost time.
  static std::size_t slot(Side side, Move move) {
    return (static_cast<std::size_t>(side) * kSlots) + ((move ^ move >> 12 ^ move >> 24) & (kSlots - 1));
  }

  bool use_killers_, use_history_;
  std::vector<std::array<Move, 2>> killers_;
  std::vector<std::uint32_t> history_;
};

// The moves of a node, best hopes first. Most cuts come early, so the first few
// are looked for one by one, and the rest is sorted only if it is needed. They
// stay where they were generated; what is sorted are their places, in a pool that
// all plies share (by index, since the pool may grow below).
class Picker {
 public:
  explicit Picker(NumberStack<std::uint64_t>& pool) : pool_(pool), begin_(pool.size()) {}
  ~Picker() { pool_.truncate(begin_); }
  Picker(const Picker&) = delete;
  Picker& operator=(const Picker&) = delete;

  // Moves are added in their order of generation, which decides among equals.
  void add(std::uint32_t merit) {
    const auto place = static_cast<std::uint32_t>(pool_.size() - begin_);
    pool_.push_back(std::uint64_t{merit} << 32 | (~place & 0xffffffffu));
  }

  // The place of the best move not taken yet.
  std::uint32_t next() {
    const auto first = pool_.begin() + begin_ + taken_;
    if (taken_ < kFew)
      std::iter_swap(first, std::max_element(first, pool_.end()));
    else if (taken_ == kFew)
      std::sort(first, pool_.end(), std::greater<>());
    ++taken_;
    return ~static_cast<std::uint32_t>(*first);
  }

 private:
  static constexpr std::size_t kFew = 6;

  NumberStack<std::uint64_t>& pool_;
  std::size_t begin_;
  std::size_t taken_ = 0;
};

// Places of moves that are put off because another thread is at them, in a pool
// that all plies share.
class Later {
 public:
  explicit Later(NumberStack<std::uint32_t>& pool) : pool_(pool), begin_(pool.size()) {}
  ~Later() {
    if (size_ > 0) pool_.truncate(begin_);
  }
  Later(const Later&) = delete;
  Later& operator=(const Later&) = delete;

  void add(std::uint32_t place) {
    pool_.push_back(place);
    ++size_;
  }
  std::size_t size() const { return size_; }
  std::uint32_t operator[](std::size_t i) const { return pool_[begin_ + i]; }

 private:
  NumberStack<std::uint32_t>& pool_;
  std::size_t begin_;
  std::size_t size_ = 0;
};

}  // namespace kibitz
