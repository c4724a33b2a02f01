#include "search/run.hpp"

#include <optional>
#include <vector>

#include "base/threads.hpp"
#include "search/iterative_deepening.hpp"

namespace kibitz {
namespace {

// The recursion is as deep as the search, twice as deep with dice.
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

// Helper threads search the same position with the same transposition table (ABDADA). Each defers moves that
// another thread is searching, so that the main thread finds much of its work done. Their entries are valid at
// their depth, so the value is the same as without them.
template <class Score>
class HelperThreads {
 public:
  HelperThreads(const MakeSearcher<Score>& make, const RootMoves& root, const SearchRequest& request, Control& control,
                const SharedTables& share) {
    const int workers = request.switches.threads;
    // The share of each thread in the node limit.
    const auto nodes = control.split_nodes(workers);
    SharedTables follows = share;
    follows.is_main = false;
    for (int i = 1; i < workers; ++i) {
      Task& task = *tasks_.emplace_back(std::make_unique<Task>());
      task.request = request;
      task.request.seed += static_cast<std::uint64_t>(i);
      task.control.set_nodes(nodes);
      task.control.begin();
      const bool started = threads_.start([&make, &root, &task, follows] {
        const auto walk = make(task.request, task.control, follows);
        task.counts = IterativeDeepening<Score>(root, task.request, *walk).run(task.control).counts;
      });
      if (!started) {
        if (nodes) control.set_nodes(*nodes * static_cast<std::uint64_t>(workers - i + 1));
        break;
      }
    }
  }
  ~HelperThreads() { stop(); }
  HelperThreads(const HelperThreads&) = delete;
  HelperThreads& operator=(const HelperThreads&) = delete;

  // Stops the threads and returns their counts.
  Counts stop() {
    for (auto& task : tasks_) task->control.stop();
    try {
      threads_.join();
    } catch (...) {
      // A helper that ran out of memory is not missed.
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
SearchReport search_by(const MakeSearcher<Score>& make, const RootMoves& root, const SearchRequest& request,
                       Control& control, bool shares, TreeTrace* trace) {
  check(request);
  control.begin();
  const auto& switches = request.switches;
  const bool uses_table = switches.table_bytes > 0 && request.algorithm != "minimax";
  const int threads = shares ? switches.threads : 1;
  std::optional<TranspositionTable> table;
  if (uses_table) table.emplace(switches.table_bytes, switches.double_hashing, threads, control);
  std::optional<AbdadaTable> abdada;
  if (table && threads > 1) abdada.emplace();
  const SharedTables share{table ? &*table : nullptr, abdada ? &*abdada : nullptr, true, trace};
  const auto walk = make(request, control, share);
  IterativeDeepening<Score> searched(root, request, *walk);
  if (!abdada) return searched.run(control);
  HelperThreads<Score> helpers(make, root, request, control, share);
  auto report = searched.run(control);
  report.counts += helpers.stop();
  return report;
}

template SearchReport search_by(const MakeSearcher<std::int32_t>&, const RootMoves&, const SearchRequest&, Control&,
                                bool, TreeTrace*);
template SearchReport search_by(const MakeSearcher<double>&, const RootMoves&, const SearchRequest&, Control&, bool,
                                TreeTrace*);

}  // namespace kibitz
