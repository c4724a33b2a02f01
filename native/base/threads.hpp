// Threads that are joined on every way out.
#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace kibitz {

// Threads beside the calling one. If the system starts no more threads, the others do all work.
class ThreadGroup {
 public:
  // An upper bound for options.
  static constexpr int kMaxThreads = 1024;

  ThreadGroup() = default;
  ~ThreadGroup() { wait(); }
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;

  // Returns whether the thread could be started. Objects that `work` refers to must outlive the group.
  bool start(std::function<void()> work);

  // Waits for all threads and rethrows their first exception.
  void join();

 private:
  void wait();
  void fail();

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace kibitz
