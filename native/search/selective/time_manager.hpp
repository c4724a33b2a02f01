// Time management: an optimum time that a search aims at, and a maximum time that
// it never exceeds.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace kibitz::selective {

// In seconds.
struct TimeLimits {
  std::optional<double> move_time;  // exactly
  std::optional<double> time_left;  // on the clock
  double increment = 0;
  int moves_to_go = 0;          // until the next time control; 0: sudden death
  double move_overhead = 0.01;  // lost between the programs
};

class TimeManager {
 public:
  // Starts the clock. While pondering it runs, but nothing ends by it.
  void start(const TimeLimits& limits, bool pondering) {
    started_ = Clock::now();
    pondering_.store(pondering);
    optimum_ = maximum_ = kNever;
    if (limits.move_time) optimum_ = maximum_ = std::max(0.001, *limits.move_time - limits.move_overhead);
    if (!limits.time_left) return;
    const double left = std::max(0.001, *limits.time_left - limits.move_overhead);
    // A game is taken to last 40 more moves from anywhere.
    const double moves = limits.moves_to_go > 0 ? std::min(limits.moves_to_go, 40) : 40;
    const double share = left / (moves + 0.5) + 0.75 * limits.increment;
    const double cap = limits.moves_to_go == 1 ? 0.9 * left : 0.6 * left;
    fixed_ = false;
    optimum_ = std::min({optimum_, 0.7 * share, cap});
    maximum_ = std::min({maximum_, 3.2 * share, cap});
  }

  // The expected move was played: time counts from the start of pondering.
  void ponder_hit() { pondering_.store(false, std::memory_order_relaxed); }
  bool pondering() const { return pondering_.load(std::memory_order_relaxed); }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

  bool past_maximum() const { return maximum_ < kNever && !pondering() && elapsed() >= maximum_; }
  // Whether another iteration is not worth starting; the factor scales the optimum
  // by how unstable the best move is.
  bool past_optimum(double factor) const {
    return optimum_ < kNever && !pondering() &&
           elapsed() >= (fixed_ ? maximum_ : std::min(maximum_, factor * optimum_));
  }
  bool is_timed() const { return optimum_ < kNever; }
  bool is_fixed() const { return fixed_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kNever = 1e18;

  Clock::time_point started_ = Clock::now();
  std::atomic<bool> pondering_{false};
  bool fixed_ = true;
  double optimum_ = kNever, maximum_ = kNever;
};

}  // namespace kibitz::selective
