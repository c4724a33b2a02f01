// Threads that are joined on every way out.
#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace kibitz {

// Work beside the calling thread, which always does its own part: where the
// system gives no more threads, there are just fewer.
class ThreadGroup {
 public:
  // More of them than this help nobody.
  static constexpr int kMaxThreads = 1024;

  ThreadGroup() = default;
  ~ThreadGroup() { wait(); }
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;

  // Whether a thread could be had for it. What the work refers to must outlive the group.
  bool start(std::function<void()> work);

  // Waits for all, then throws what one of them threw first.
  void join();

 private:
  void wait();
  void fail();

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace kibitz
