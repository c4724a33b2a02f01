// Limits, cancellation and progress reports of long work.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

namespace kibitz {

// Thrown when long work must stop; caught where its best complete result is known.
struct Stopped {};

// Shared by a worker and its caller. `stop` may be called from any thread; the worker calls `poll` at every step.
class Control {
 public:
  // Called about ten times a second with the steps done and, if known, the total; returns whether to continue.
  using Progress = std::function<bool(std::uint64_t done, std::uint64_t total)>;

  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const {
    return stopped_.load(std::memory_order_relaxed) || all_stopped_.load(std::memory_order_relaxed);
  }
  // Stops all current and future work while the process shuts down.
  static void stop_all(bool stop) { all_stopped_.store(stop); }

  void set_seconds(std::optional<double> seconds) { seconds_ = seconds; }
  void set_nodes(std::optional<std::uint64_t> nodes) { node_limit_ = nodes.value_or(kNoLimit); }
  // Divides the node limit among parallel workers; returns the share of each.
  std::optional<std::uint64_t> split_nodes(int workers) {
    if (node_limit_ == kNoLimit) return std::nullopt;
    node_limit_ = (node_limit_ + static_cast<std::uint64_t>(workers) - 1) / static_cast<std::uint64_t>(workers);
    return node_limit_;
  }
  void set_progress(Progress progress) { progress_ = std::move(progress); }

  // Starts the clock. Every run of long work calls it once.
  void begin(std::uint64_t total = 0) {
    started_ = last_report_ = Clock::now();
    steps_ = 0;
    total_ = total;
  }

  // For work whose total becomes known on the way.
  void set_total(std::uint64_t total) { total_ = total; }

  std::uint64_t steps() const { return steps_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

  // Counts one step. Checks the limits every 1,024 steps, or at every step if steps are slow (a game in Python).
  void poll(bool slow = false) {
    if (steps_ >= node_limit_) throw Stopped{};
    ++steps_;
    if (slow || (steps_ & 1023u) == 0) check();
  }

  // Counts a few steps at once.
  void poll_many(std::uint64_t steps) {
    const auto before = steps_;
    steps_ += steps;
    if (steps_ > node_limit_) throw Stopped{};
    if ((before ^ steps_) > 1023u) check();
  }

  // Counts many steps at once, and checks the limits.
  void advance(std::uint64_t steps) {
    steps_ += steps;
    if (steps_ > node_limit_) throw Stopped{};
    check();
  }

  // Whether the work has to stop, for callers that must not throw.
  bool should_stop() const { return stopped() || timed_out(Clock::now()); }

  // Checks the limits and the stop flag, and reports progress if it is due.
  void check() {
    if (stopped()) throw Stopped{};
    const auto now = Clock::now();
    if (timed_out(now)) throw Stopped{};
    if (progress_ && now - last_report_ >= std::chrono::milliseconds(100)) {
      last_report_ = now;
      if (!progress_(steps_, total_)) {
        stop();
        throw Stopped{};
      }
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool timed_out(Clock::time_point now) const {
    return seconds_ && std::chrono::duration<double>(now - started_).count() >= *seconds_;
  }

  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  static inline std::atomic<bool> all_stopped_{false};

  std::atomic<bool> stopped_{false};
  std::optional<double> seconds_;
  std::uint64_t node_limit_ = kNoLimit;
  Progress progress_;
  Clock::time_point started_ = Clock::now();
  Clock::time_point last_report_ = started_;
  std::uint64_t steps_ = 0;
  std::uint64_t total_ = 0;
};

// Counts one step, for games whose steps may be slow.
template <class G>
void poll_for(const G& game, Control& control) {
  if constexpr (requires { game.is_slow(); })
    control.poll(game.is_slow());
  else
    control.poll();
}

}  // namespace kibitz
