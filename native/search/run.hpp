// Runs a search as asked: chooses the algorithm, and shares a table among
// threads where there are several.
#pragma once

#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "search/alphabeta.hpp"
#include "search/minimax.hpp"
#include "search/root.hpp"

namespace kibitz {

// Other threads that search the same position with the same table. Each tells
// the others what it is at and leaves to them what they are at, so the one that
// matters finds much of its work done. The entries they leave hold at their
// depth whoever reads them, so the value is the same as without them.
template <Game G>
class Helpers {
 public:
  using Walk = AlphaBeta<G>;

  // Each may visit so many nodes, if there is a limit.
  Helpers(const G& game, const typename G::State& root, const SearchRequest& request, bool scouts, Table& table,
          Busy& busy, std::optional<std::uint64_t> nodes) {
    for (int i = 1; i < request.switches.threads; ++i) tasks_.push_back(std::make_unique<Task>());
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      Task& task = *tasks_[i];
      task.request = request;
      task.request.seed += i + 1;
      task.control.set_nodes(nodes);
      task.control.begin();
      threads_.emplace_back([&game, root, &task, scouts, &table, &busy] {
        try {
          Walk walk(game, root, task.control, task.request.switches, scouts, &table, &busy);
          walk.follow();
          walk.consult(task.request.known);
          task.counts = Root<G, Walk>(game, root, task.request, walk).run(task.control).counts;
        } catch (...) {
          // A helper that fails, for want of memory, helps no more.
        }
      });
    }
  }
  ~Helpers() { stop(); }
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

  // Ends them and adds up their work.
  Counts stop() {
    for (auto& task : tasks_) task->control.stop();
    for (auto& thread : threads_) thread.join();
    threads_.clear();
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
  std::vector<std::thread> threads_;
};

template <Game G, class Trace>
SearchReport run_alphabeta(const G& game, const typename G::State& root, const SearchRequest& request, Control& control,
                           Trace& trace) {
  using Walk = AlphaBeta<G, Trace>;
  const bool scouts = request.algorithm == "negascout";
  constexpr bool may_share = !Trace::on && !requires { G::slow; };
  const int threads = may_share ? request.switches.threads : 1;
  std::optional<Table> table;
  if (request.switches.table_bytes > 0) table.emplace(request.switches.table_bytes, threads, control);
  std::optional<Busy> busy;
  if (table && threads > 1) busy.emplace();
  Walk walk(game, root, control, request.switches, scouts, table ? &*table : nullptr, busy ? &*busy : nullptr);
  walk.consult(request.known);
  walk.trace() = std::move(trace);
  Root<G, Walk> searched(game, root, request, walk);
  SearchReport report;
  if constexpr (may_share) {
    if (busy) {
      Helpers<G> helpers(game, root, request, scouts, *table, *busy, control.share_nodes(threads));
      report = searched.run(control);
      report.counts += helpers.stop();
      return report;
    }
  }
  report = searched.run(control);
  trace = std::move(walk.trace());
  return report;
}

template <Game G, class Trace>
SearchReport run_search(const G& game, const typename G::State& root, const SearchRequest& request, Control& control,
                        Trace& trace) {
  if (game.result(root) != Result::ongoing) throw RulesError("the game is over; there is nothing to search");
  if (game.turn(root) == Side::chance) throw RulesError("the dice decide here; roll them before searching");
  if (request.depth < 1) throw RulesError("the depth must be at least 1");
  control.begin();
  if (request.algorithm == "alphabeta" || request.algorithm == "negascout")
    return run_alphabeta(game, root, request, control, trace);
  if (request.algorithm != "minimax") throw RulesError("no search is called '" + request.algorithm + "'");
  Minimax<G, Trace> walk(game, root, control);
  walk.consult(request.known);
  walk.trace() = std::move(trace);
  auto report = Root<G, Minimax<G, Trace>>(game, root, request, walk).run(control);
  trace = std::move(walk.trace());
  return report;
}

template <Game G>
SearchReport run_search(const G& game, const typename G::State& root, const SearchRequest& request, Control& control) {
  NoTrace none;
  return run_search(game, root, request, control, none);
}

// The tree that a search visits at its last depth, at most so many nodes.
template <Game G>
std::vector<TraceNode> trace_search(const G& game, const typename G::State& root, const SearchRequest& request,
                                    Control& control, std::size_t most_nodes) {
  TreeTrace trace(most_nodes);
  run_search(game, root, request, control, trace);
  return std::move(trace.nodes());
}

}  // namespace kibitz
