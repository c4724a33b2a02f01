#include "solve/thread_team.hpp"

#include <algorithm>

#include "base/threads.hpp"

namespace kibitz {

ThreadTeam::ThreadTeam(Control& control, int threads)
    : control_(control), threads_(std::clamp(threads, 1, ThreadGroup::kMaxThreads)) {}

void ThreadTeam::parallel_for(std::uint64_t count, const Work& work, std::uint64_t chunk) {
  chunk_ = chunk;
  next_ = 0;
  done_ = 0;
  failure_ = nullptr;
  ThreadGroup helpers;
  const auto chunks = count / chunk + (count % chunk != 0 ? 1 : 0);
  for (int i = 1; i < threads_ && static_cast<std::uint64_t>(i) < chunks; ++i)
    if (!helpers.start([&] { work_loop(count, work, [] {}); })) break;
  const auto before = control_.steps();
  work_loop(count, work, [&] { control_.advance(before + done_ - control_.steps()); });
  helpers.join();
  if (failure_) std::rethrow_exception(failure_);
  control_.advance(before + count - control_.steps());
}

void ThreadTeam::work_loop(std::uint64_t count, const Work& work, const std::function<void()>& after) {
  try {
    while (!control_.stopped()) {
      const auto begin = next_.fetch_add(chunk_);
      if (begin >= count) return;
      const auto end = std::min(begin + chunk_, count);
      work(begin, end);
      done_ += end - begin;
      after();
    }
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    next_ = count;  // no more chunks
  }
}

}  // namespace kibitz
