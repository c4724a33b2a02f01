// How the binding runs work that takes long.
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

// For work whose answer is all or nothing: being stopped is an exception.
struct StoppedError : std::runtime_error {
  StoppedError() : std::runtime_error("stopped before it was done") {}
};

// Runs such work without the GIL; it must not touch Python.
template <class Work>
auto stoppable(Work work) {
  const ReleasedGil release;
  try {
    return work();
  } catch (const Stopped&) {
    throw StoppedError();
  }
}

// Makes what searches with such options share for good, such as networks, while the GIL is held: a process forked in
// the middle of that would wait for it for ever.
inline void prepare(const CoreGame& game, const Options& game_options) {
  if (!game_options.empty()) game.rules().with_options(game_options);
}

// Runs long work without the GIL unless the game itself is Python.
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

// Lets in one caller at a time: what is at work must not be asked by another
// thread meanwhile, nor by whoever hears of its progress.
class Occupied {
 public:
  explicit Occupied(std::atomic<bool>& flag) : flag_(flag) {
    if (flag_.exchange(true)) throw RulesError("this is at work already; wait until it is done");
  }
  ~Occupied() { flag_.store(false); }
  Occupied(const Occupied&) = delete;
  Occupied& operator=(const Occupied&) = delete;

 private:
  std::atomic<bool>& flag_;
};

}  // namespace kibitz
