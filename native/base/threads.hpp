// Threads that are joined on every way out.
#pragma once

#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace kibitz {

// Work beside the calling thread, which always does its own part: where the
// system gives no more threads, there are just fewer.
class ThreadGroup {
 public:
  // More of them than this help nobody.
  static constexpr int kMost = 1024;

  ThreadGroup() = default;
  ~ThreadGroup() { wait(); }
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;

  // Whether a thread could be had for it. What the work refers to must outlive the group.
  template <class Work>
  bool start(Work work) {
    try {
      threads_.reserve(threads_.size() + 1);
      threads_.emplace_back([this, work = std::move(work)] {
        try {
          work();
        } catch (...) {
          fail();
        }
      });
      return true;
    } catch (const std::system_error&) {
      return false;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  // Waits for all, then throws what one of them threw first.
  void join() {
    wait();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  void wait() {
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }
  void fail() {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace kibitz
