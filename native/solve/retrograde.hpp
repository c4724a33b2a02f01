// Solves a tier in which moves lead round in circles: positions are valued from
// the ends backwards, the nearest first. Whatever is never reached that way goes
// on for ever and is drawn.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/control.hpp"
#include "base/types.hpp"
#include "solve/thread_team.hpp"

namespace kibitz {

// A value in a byte, for the mover: an even number of plies is lost, an odd one won.
struct LoopValue {
  static constexpr std::uint8_t drawn = 0, absent = 255;
  static constexpr int most_plies = 253;

  static constexpr std::uint8_t in(int plies) { return static_cast<std::uint8_t>(plies + 1); }
  static constexpr int plies(std::uint8_t value) { return value - 1; }
  static constexpr bool wins(std::uint8_t value) { return value != drawn && value != absent && value % 2 == 0; }
  static constexpr bool loses(std::uint8_t value) { return value % 2 == 1 && value != absent; }
};

// What is known of a position before the tier is solved.
struct LoopStart {
  bool exists = true;
  int inside = 0;         // moves that stay in the tier
  int soonest_win = -1;   // plies, by a move that leaves the tier
  int latest_loss = -1;   // the most plies until the loss after one that does; 0 if there is no move at all
  bool may_draw = false;  // by one that does, or because having no move is a draw
};

template <class T>
concept LoopTier = requires(const T tier, std::uint64_t node) {
  { tier.size() } -> std::same_as<std::uint64_t>;
  { tier.start(node) } -> std::same_as<LoopStart>;
  // Calls what it is given with every position from which a move leads to this
  // one, once for each such move.
  tier.each_before(node, [](std::uint64_t) {});
};

template <LoopTier T>
class LoopSolver {
 public:
  LoopSolver(const T& tier, Control& control, int threads)
      : tier_(tier), control_(control), threads_(threads), size_(static_cast<std::size_t>(tier.size())) {}

  // What a run takes, in steps of a Control.
  static std::uint64_t steps(std::uint64_t size) { return 2 * size; }

  std::vector<std::uint8_t> solve() {
    value_.assign(size_, LoopValue::drawn);
    due_.assign(size_, 0);
    left_.assign(size_, 0);
    worst_.assign(size_, 0);
    Team(control_, threads_).share(size_, [&](std::uint64_t begin, std::uint64_t end) {
      for (auto node = begin; node < end; ++node) prepare(static_cast<std::size_t>(node));
    });
    // From the ends backwards: all that is decided in so many plies, then in one more.
    std::uint64_t told = 0;
    int last = *std::max_element(due_.begin(), due_.end());
    for (int plies = 0; plies + 1 <= last && plies <= LoopValue::most_plies; ++plies) {
      const auto now = LoopValue::in(plies);
      for (std::size_t node = 0; node < size_; ++node) {
        if (node % 65536 == 0) control_.check();
        if (due_[node] == now && value_[node] == LoopValue::drawn) value_[node] = now;
        if (value_[node] == now) last = std::max(last, step_back(node, plies));
      }
      // Progress can only be guessed: most are decided within some sixty plies.
      const auto share = std::min<std::uint64_t>(size_, size_ / 64 * static_cast<std::uint64_t>(plies + 1));
      control_.advance(share - told);
      told = share;
    }
    control_.advance(size_ - told);
    return std::move(value_);
  }

 private:
  // Never counted down to nothing: there is a draw, or a win that is due.
  static constexpr std::uint8_t kSafe = 128;

  void prepare(std::size_t node) {
    const LoopStart start = tier_.start(node);
    if (!start.exists) {
      value_[node] = LoopValue::absent;
      return;
    }
    left_[node] = static_cast<std::uint8_t>(start.inside | (start.may_draw || start.soonest_win >= 0 ? kSafe : 0));
    if (start.soonest_win >= 0)
      due_[node] = LoopValue::in(start.soonest_win);
    else if (left_[node] == 0)
      due_[node] = LoopValue::in(std::max(start.latest_loss, 0));
    worst_[node] = static_cast<std::uint8_t>(std::max(start.latest_loss, 0));
  }

  // A position was decided: what does that mean for those before it? Returns the
  // latest value that is due now.
  int step_back(std::size_t node, int plies) {
    int last = 0;
    const auto next = LoopValue::in(plies + 1);
    tier_.each_before(node, [&](std::uint64_t at) {
      const auto before = static_cast<std::size_t>(at);
      if (value_[before] != LoopValue::drawn) return;
      if (plies >= LoopValue::most_plies) throw RulesError("an ending takes more plies than a table can hold");
      if (plies % 2 == 0) {  // lost for who moves here, so whoever gets there wins
        if (due_[before] == 0 || due_[before] > next) due_[before] = next;
      } else if (--left_[before] == 0) {  // every move was found to lose
        due_[before] = std::max(next, LoopValue::in(worst_[before]));
      }
      last = std::max<int>(last, due_[before]);
    });
    return last;
  }

  const T& tier_;
  Control& control_;
  int threads_;
  std::size_t size_;
  std::vector<std::uint8_t> value_;  // once decided
  std::vector<std::uint8_t> due_;    // the value that it will have, if nothing sooner comes
  std::vector<std::uint8_t> left_;   // moves inside the tier that are not known to lose
  std::vector<std::uint8_t> worst_;  // the latest loss outside it
};

}  // namespace kibitz
