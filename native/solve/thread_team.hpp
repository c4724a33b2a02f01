// A parallel loop under one Control.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>

#include "base/control.hpp"

namespace kibitz {

class ThreadTeam {
 public:
  using Work = std::function<void(std::uint64_t begin, std::uint64_t end)>;

  ThreadTeam(Control& control, int threads);

  // Calls `work(begin, end)` for chunks of 0 to `count` on all threads, and rethrows
  // the first exception. Only the calling thread uses the Control. A chunk must take
  // well under 0.1 s.
  void parallel_for(std::uint64_t count, const Work& work, std::uint64_t chunk = 4096);

 private:
  void work_loop(std::uint64_t count, const Work& work, const std::function<void()>& after);

  Control& control_;
  int threads_;
  std::uint64_t chunk_ = 0;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> done_{0};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace kibitz
