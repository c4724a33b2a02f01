// A few threads that share one long loop, under one Control.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>

#include "base/control.hpp"
#include "base/threads.hpp"

namespace kibitz {

class Team {
 public:
  Team(Control& control, int threads) : control_(control), threads_(std::clamp(threads, 1, ThreadGroup::kMost)) {}

  // Calls `work(begin, end)` for pieces of 0 up to `count`, from all threads.
  // The calling thread alone talks to the Control. Throws what work throws.
  // A piece must take well under a tenth of a second.
  template <class Work>
  void share(std::uint64_t count, const Work& work, std::uint64_t piece = 4096) {
    piece_ = piece;
    next_ = 0;
    done_ = 0;
    failure_ = nullptr;
    ThreadGroup helpers;
    const auto pieces = count / piece + (count % piece != 0 ? 1 : 0);
    for (int i = 1; i < threads_ && static_cast<std::uint64_t>(i) < pieces; ++i)
      if (!helpers.start([&] { run(count, work, [] {}); })) break;
    const auto before = control_.steps();
    run(count, work, [&] { control_.advance(before + done_ - control_.steps()); });
    helpers.join();
    if (failure_) std::rethrow_exception(failure_);
    control_.advance(before + count - control_.steps());
  }

 private:
  template <class Work, class After>
  void run(std::uint64_t count, const Work& work, const After& after) {
    try {
      while (!control_.stopped()) {
        const auto begin = next_.fetch_add(piece_);
        if (begin >= count) return;
        const auto end = std::min(begin + piece_, count);
        work(begin, end);
        done_ += end - begin;
        after();
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      next_ = count;  // nobody takes another piece
    }
  }

  Control& control_;
  int threads_;
  std::uint64_t piece_ = 0;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> done_{0};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace kibitz
