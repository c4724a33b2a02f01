// How long native work is told to stop and says how far it is.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

namespace kibitz {

// Thrown inside long work when it must end; caught where its best complete
// answer so far is known.
struct Stopped {};

// Shared by the worker and whoever started it. `stop` may be called from any
// thread; the worker calls `poll` at every step of its work.
class Control {
 public:
  // Called about ten times a second with what is done and, where known, the
  // total; returns whether to go on.
  using Progress = std::function<bool(std::uint64_t done, std::uint64_t total)>;

  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const {
    return stopped_.load(std::memory_order_relaxed) || all_stopped_.load(std::memory_order_relaxed);
  }
  // Stops whatever works or begins to, as long as the process is about to end.
  static void stop_all(bool stop) { all_stopped_.store(stop); }

  void set_seconds(std::optional<double> seconds) { seconds_ = seconds; }
  void set_nodes(std::optional<std::uint64_t> nodes) { node_limit_ = nodes.value_or(kNoLimit); }
  // Leaves this worker its share of the nodes when others work beside it; what
  // each of them may have.
  std::optional<std::uint64_t> split_nodes(int workers) {
    if (node_limit_ == kNoLimit) return std::nullopt;
    node_limit_ = (node_limit_ + static_cast<std::uint64_t>(workers) - 1) / static_cast<std::uint64_t>(workers);
    return node_limit_;
  }
  void set_progress(Progress progress) { progress_ = std::move(progress); }

  // Starts the clock; every run of long work calls it once.
  void begin(std::uint64_t total = 0) {
    started_ = last_report_ = Clock::now();
    steps_ = 0;
    total_ = total;
  }

  // For work that learns only on its way how much there is to do.
  void set_total(std::uint64_t total) { total_ = total; }

  std::uint64_t steps() const { return steps_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

  // Counts one step; looks at the clock only every 1,024 steps, or at every
  // step where a step is slow (a game written in Python).
  void poll(bool slow = false) {
    if (steps_ >= node_limit_) throw Stopped{};
    ++steps_;
    if (slow || (steps_ & 1023u) == 0) check();
  }

  // Counts a few steps that were taken at once.
  void poll_many(std::uint64_t steps) {
    const auto before = steps_;
    steps_ += steps;
    if (steps_ > node_limit_) throw Stopped{};
    if ((before ^ steps_) > 1023u) check();
  }

  // Counts many steps at once, for work that is done in pieces.
  void advance(std::uint64_t steps) {
    steps_ += steps;
    if (steps_ > node_limit_) throw Stopped{};
    check();
  }

  // Whether the work has to end, for those who may not throw.
  bool should_stop() const { return stopped() || timed_out(Clock::now()); }

  // Looks at the clock and the stop flag now, and reports if it is time.
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

// Counts a step of work on a game; where its every step is slow, looks at the clock each time.
template <class G>
void poll_for(const G& game, Control& control) {
  if constexpr (requires { game.is_slow(); })
    control.poll(game.is_slow());
  else
    control.poll();
}

}  // namespace kibitz
