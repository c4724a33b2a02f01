// Move ordering by killer moves and the history heuristic. The order affects only the effort, never the value.
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

// Killer moves (the last two that caused a cutoff at each ply) and the history heuristic (a sum of squared
// depths of all cutoffs by a move).
class KillersAndHistory {
 public:
  KillersAndHistory(bool killers, bool history)
      : use_killers_(killers), use_history_(history), history_(history ? 2 * kSlots : 0) {}

  bool any() const { return use_killers_ || use_history_; }

  // Moves with a higher score are searched first. The game's priority adds to the history score.
  template <class Priority>
  std::uint32_t move_score(Side side, Move move, int ply, Priority priority) const {
    if (use_killers_ && static_cast<std::size_t>(ply) < killers_.size()) {
      const auto& killers = killers_[static_cast<std::size_t>(ply)];
      if (move == killers[0]) return kKiller + 1;
      if (move == killers[1]) return kKiller;
    }
    return use_history_ ? history_[slot(side, move)] + priority() : 0;
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
      // Halve all scores, so that old cutoffs fade and no score reaches that of killers.
      if (sum >= kKiller)
        for (auto& each : history_) each /= 2;
    }
  }

 private:
  static constexpr std::uint32_t kKiller = 1u << 30;
  static constexpr Move kNone = ~Move{0};
  static constexpr std::size_t kSlots = 4096;

  // Moves may share a slot by collision; that only costs time.
  static std::size_t slot(Side side, Move move) {
    return (static_cast<std::size_t>(side) * kSlots) + ((move ^ move >> 12 ^ move >> 24) & (kSlots - 1));
  }

  bool use_killers_, use_history_;
  std::vector<std::array<Move, 2>> killers_;
  std::vector<std::uint32_t> history_;
};

// The moves of a node by descending score. Most cutoffs come early, so the first few are selected one by one, and
// the rest is sorted only if needed. Sorts indexes into the generated moves, in a pool that all plies share
// (by index, because the pool may be reallocated).
class MoveOrder {
 public:
  explicit MoveOrder(NumberStack<std::uint64_t>& pool) : pool_(pool), begin_(pool.size()) {}
  ~MoveOrder() { pool_.truncate(begin_); }
  MoveOrder(const MoveOrder&) = delete;
  MoveOrder& operator=(const MoveOrder&) = delete;

  // Moves are added in the order of generation, which breaks ties.
  void add(std::uint32_t move_score) {
    const auto place = static_cast<std::uint32_t>(pool_.size() - begin_);
    pool_.push_back(std::uint64_t{move_score} << 32 | (~place & 0xffffffffu));
  }

  // Returns the index of the best remaining move.
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

// Indexes of moves that are deferred because another thread is searching them (ABDADA), in a pool that all
// plies share.
class DeferredMoves {
 public:
  explicit DeferredMoves(NumberStack<std::uint32_t>& pool) : pool_(pool), begin_(pool.size()) {}
  ~DeferredMoves() {
    if (size_ > 0) pool_.truncate(begin_);
  }
  DeferredMoves(const DeferredMoves&) = delete;
  DeferredMoves& operator=(const DeferredMoves&) = delete;

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
