// How long a search may think: it aims at one time and never goes beyond another.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace kibitz {

// What is known of the time for a move, in seconds.
struct ThinkingTime {
  std::optional<double> move;  // exactly so long
  std::optional<double> left;  // on the clock
  double increment = 0;
  int moves_to_go = 0;     // until more time comes; 0: the time is for the whole game
  double overhead = 0.01;  // lost between the programs
};

class ThinkingClock {
 public:
  // Starts the clock; while pondering it only runs, and nothing ends by it.
  void begin(const ThinkingTime& time, bool pondering) {
    started_ = Clock::now();
    pondering_.store(pondering);
    target_ = most_ = kNever;
    if (time.move) target_ = most_ = std::max(0.001, *time.move - time.overhead);
    if (!time.left) return;
    const double left = std::max(0.001, *time.left - time.overhead);
    // A game lasts some forty moves more from anywhere.
    const double moves = time.moves_to_go > 0 ? std::min(time.moves_to_go, 40) : 40;
    const double share = left / (moves + 0.5) + 0.75 * time.increment;
    const double most_of_left = time.moves_to_go == 1 ? 0.9 * left : 0.6 * left;
    fixed_ = false;
    target_ = std::min({target_, 0.7 * share, most_of_left});
    most_ = std::min({most_, 3.2 * share, most_of_left});
  }

  // The move that was expected came: from now on time counts, what was thought before is a gift.
  void ponder_hit() { pondering_.store(false, std::memory_order_relaxed); }
  bool pondering() const { return pondering_.load(std::memory_order_relaxed); }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

  // Whether thinking has to end now.
  bool is_late() const { return most_ < kNever && !pondering() && seconds() >= most_; }
  // Whether another depth is not worth beginning; the factor says how settled the move is.
  bool is_enough(double factor) const {
    return target_ < kNever && !pondering() && seconds() >= (fixed_ ? most_ : std::min(most_, factor * target_));
  }
  bool is_timed() const { return target_ < kNever; }
  bool is_fixed() const { return fixed_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kNever = 1e18;

  Clock::time_point started_ = Clock::now();
  std::atomic<bool> pondering_{false};
  bool fixed_ = true;
  double target_ = kNever, most_ = kNever;
};

}  // namespace kibitz
