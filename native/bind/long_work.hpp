// Long work: release of the GIL, cancellation, exclusive use.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>

#include "base/control.hpp"
#include "base/types.hpp"
#include "bind/core_game.hpp"
#include "bind/shutdown.hpp"

namespace kibitz {

// Cancellation of work that has no partial result.
struct StoppedError : std::runtime_error {
  StoppedError() : std::runtime_error("stopped before it was done") {}
};

// Runs work that must not touch Python, without the GIL.
template <class Work>
auto stoppable(Work work) {
  const ReleasedGil release;
  try {
    return work();
  } catch (const Stopped&) {
    throw StoppedError();
  }
}

// Loads shared resources of these options, such as networks, while the GIL is held: a process forked during the
// initialization would deadlock.
inline void prepare(const CoreGame& game, const Options& game_options) {
  if (!game_options.empty()) game.rules().with_options(game_options);
}

// Runs long work without the GIL unless the game is written in Python.
template <class Work>
auto run_long(const CoreGame& game, Work work) {
  if (game.rules().in_python()) return work();
  const ReleasedGil release;
  return work();
}

template <class Work>
auto run_or_raise(const CoreGame& game, Work work) {
  try {
    return run_long(game, work);
  } catch (const Stopped&) {
    throw StoppedError();
  }
}

// Admits one caller at a time: refuses calls from other threads and from progress callbacks.
class ExclusiveUse {
 public:
  explicit ExclusiveUse(std::atomic<bool>& flag) : flag_(flag) {
    if (flag_.exchange(true)) throw RulesError("this is at work already; wait until it is done");
  }
  ~ExclusiveUse() { flag_.store(false); }
  ExclusiveUse(const ExclusiveUse&) = delete;
  ExclusiveUse& operator=(const ExclusiveUse&) = delete;

 private:
  std::atomic<bool>& flag_;
};

}  // namespace kibitz
