// A few threads that share one long loop, under one Control.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>

#include "base/control.hpp"

namespace kibitz {

class Team {
 public:
  using Work = std::function<void(std::uint64_t begin, std::uint64_t end)>;

  Team(Control& control, int threads);

  // Calls `work(begin, end)` for pieces of 0 up to `count`, from all threads.
  // The calling thread alone talks to the Control. Throws what work throws.
  // A piece must take well under a tenth of a second.
  void share(std::uint64_t count, const Work& work, std::uint64_t piece = 4096);

 private:
  void run(std::uint64_t count, const Work& work, const std::function<void()>& after);

  Control& control_;
  int threads_;
  std::uint64_t piece_ = 0;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> done_{0};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace kibitz
