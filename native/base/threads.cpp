#include "base/threads.hpp"

#include <new>
#include <system_error>
#include <utility>

namespace kibitz {

bool ThreadGroup::start(std::function<void()> work) {
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

void ThreadGroup::join() {
  wait();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadGroup::wait() {
  for (auto& thread : threads_) thread.join();
  threads_.clear();
}

void ThreadGroup::fail() {
  const std::scoped_lock lock(mutex_);
  if (!failure_) failure_ = std::current_exception();
}

}  // namespace kibitz
