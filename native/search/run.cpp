#include "search/run.hpp"

#include <optional>
#include <vector>

#include "base/threads.hpp"
#include "search/iterative_deepening.hpp"

namespace kibitz {
namespace {

// Recursion goes as deep as the search, twice as deep with dice.
constexpr int kDeepest = 1000;

void check(const SearchRequest& request) {
  const auto& switches = request.switches;
  if (request.algorithm != "minimax" && request.algorithm != "alphabeta" && request.algorithm != "negascout")
    throw RulesError("no search is called '" + request.algorithm + "'");
  if (request.depth < 1 || request.depth > kDeepest)
    throw RulesError("the depth must be from 1 to " + std::to_string(kDeepest));
  if (switches.star < 0 || switches.star > 2) throw RulesError("there are Star0, Star1 and Star2");
  if (switches.first < 1 || switches.first > kDeepest)
    throw RulesError("a search begins to deepen at 1 to " + std::to_string(kDeepest) + " plies");
  if (switches.step < 1 || switches.step > kDeepest)
    throw RulesError("a search deepens by 1 to " + std::to_string(kDeepest) + " plies at a time");
  if (switches.threads < 1 || switches.threads > ThreadGroup::kMaxThreads)
    throw RulesError("a search has from 1 to " + std::to_string(ThreadGroup::kMaxThreads) + " threads");
}

// Other threads that search the same position with the same table. Each tells
// the others what it is at and leaves to them what they are at, so the one that
// matters finds much of its work done. The entries they leave hold at their
// depth whoever reads them, so the value is the same as without them.
template <class Score>
class Helpers {
 public:
  Helpers(const MakeWalk<Score>& make, const RootMoves& root, const SearchRequest& request, Control& control,
          const WalkShare& share) {
    const int workers = request.switches.threads;
    // What each may visit, if there is a limit.
    const auto nodes = control.split_nodes(workers);
    WalkShare follows = share;
    follows.leads = false;
    for (int i = 1; i < workers; ++i) {
      Task& task = *tasks_.emplace_back(std::make_unique<Task>());
      task.request = request;
      task.request.seed += static_cast<std::uint64_t>(i);
      task.control.set_nodes(nodes);
      task.control.begin();
      const bool started = threads_.start([&make, &root, &task, follows] {
        const auto walk = make(task.request, task.control, follows);
        task.counts = Root<Score>(root, task.request, *walk).run(task.control).counts;
      });
      if (!started) {
        if (nodes) control.set_nodes(*nodes * static_cast<std::uint64_t>(workers - i + 1));
        break;
      }
    }
  }
  ~Helpers() { stop(); }
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

  // Ends them and adds up their work.
  Counts stop() {
    for (auto& task : tasks_) task->control.stop();
    try {
      threads_.join();
    } catch (...) {
      // A helper that fails, for want of memory, helps no more.
    }
    Counts total;
    for (auto& task : tasks_) total += task->counts;
    return total;
  }

 private:
  struct Task {
    Control control;
    SearchRequest request;
    Counts counts;
  };
  std::vector<std::unique_ptr<Task>> tasks_;
  ThreadGroup threads_;
};

}  // namespace

template <class Score>
SearchReport search_by(const MakeWalk<Score>& make, const RootMoves& root, const SearchRequest& request,
                       Control& control, bool shares, TreeTrace* trace) {
  check(request);
  control.begin();
  const auto& switches = request.switches;
  const bool remembers = switches.table_bytes > 0 && request.algorithm != "minimax";
  const int threads = shares ? switches.threads : 1;
  std::optional<TranspositionTable> table;
  if (remembers) table.emplace(switches.table_bytes, switches.double_hashing, threads, control);
  std::optional<AbdadaTable> busy;
  if (table && threads > 1) busy.emplace();
  const WalkShare share{table ? &*table : nullptr, busy ? &*busy : nullptr, true, trace};
  const auto walk = make(request, control, share);
  Root<Score> searched(root, request, *walk);
  if (!busy) return searched.run(control);
  Helpers<Score> helpers(make, root, request, control, share);
  auto report = searched.run(control);
  report.counts += helpers.stop();
  return report;
}

template SearchReport search_by(const MakeWalk<std::int32_t>&, const RootMoves&, const SearchRequest&, Control&, bool,
                                TreeTrace*);
template SearchReport search_by(const MakeWalk<double>&, const RootMoves&, const SearchRequest&, Control&, bool,
                                TreeTrace*);

}  // namespace kibitz
