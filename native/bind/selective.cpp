// Python bindings of the selective search.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "base/cold.hpp"
#include "base/threads.hpp"
#include "bind/bindings.hpp"
#include "bind/core_game.hpp"
#include "bind/long_work.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kibitz {
namespace {

using namespace selective;
using Listener = std::optional<std::function<void(const SearchInfo&)>>;

SearchLimits make_limits(int depth, std::optional<double> seconds, std::optional<double> left, double increment,
                         int moves_to_go, double overhead, bool ponder, bool infinite, int multi_pv,
                         std::vector<Move> search_moves, const std::vector<std::string>& without) {
  for (const auto time : {seconds.value_or(0), left.value_or(0), increment, overhead})
    if (std::isnan(time)) throw RulesError("a limit of time is a number of seconds");
  SearchLimits limits;
  limits.depth = depth;
  limits.time = {seconds, left, increment, moves_to_go, overhead};
  limits.ponder = ponder;
  limits.infinite = infinite;
  limits.multi_pv = multi_pv;
  limits.search_moves = std::move(search_moves);
  for (const auto& feature : without) limits.features.set(feature, false);
  return limits;
}

SearchInfo run_search(EngineInterface& engine, const ErasedState& state, SearchLimits limits, Control& control,
                      Listener on_info, const Tablebase* tablebase) {
  expect_same(engine.identity(), state.identity(), "position");
  if (tablebase != nullptr) expect_same(engine.identity(), tablebase->identity(), "table");
  limits.tablebase = tablebase;
  const ExclusiveUse used(engine.in_use);
  const ReleasedGil release;
  if (!on_info) return engine.search(state, limits, control, {});
  return engine.search(state, limits, control, [&](const SearchInfo& info) {
    const nb::gil_scoped_acquire acquire;
    (*on_info)(info);
  });
}

std::unique_ptr<EngineInterface> make_selective_engine(const CoreGame& g, std::uint64_t tt_bytes, int threads) {
  if (g.selective() == nullptr) throw RulesError("this game has no selective search");
  if (threads < 1 || threads > ThreadGroup::kMaxThreads) throw RulesError("there must be from 1 to 1024 threads");
  return g.selective()->engine(tt_bytes, threads);
}

}  // namespace

KIBITZ_COLD void bind_selective(nb::module_& m) {
  nb::class_<PvLine>(m, "PvLine", "A principal variation with its value for the mover.")
      .def_prop_ro("value", &PvLine::value)
      .def_ro("moves", &PvLine::moves);

  nb::class_<SearchInfo>(m, "SearchInfo", "The result of a selective search or of one iteration.")
      .def_ro("depth", &SearchInfo::depth)
      .def_ro("sel_depth", &SearchInfo::sel_depth)
      .def_ro("pv_lines", &SearchInfo::pv_lines)
      .def_ro("nodes", &SearchInfo::nodes)
      .def_ro("seconds", &SearchInfo::seconds)
      .def_ro("hashfull", &SearchInfo::hashfull)
      .def_ro("stopped", &SearchInfo::stopped);

  nb::class_<SearchLimits>(m, "SearchLimits", "Limits and options of a selective search.")
      .def(nb::new_(&make_limits), nb::kw_only(), "depth"_a = 0, "seconds"_a = nb::none(), "left"_a = nb::none(),
           "increment"_a = 0.0, "moves_to_go"_a = 0, "overhead"_a = 0.0, "ponder"_a = false, "infinite"_a = false,
           "multi_pv"_a = 1, "search_moves"_a = std::vector<Move>{}, "without"_a = std::vector<std::string>{});

  nb::class_<EngineInterface>(m, "SelectiveEngine",
                              "A selective search that keeps its tables from move to move; one caller at a time.")
      .def_prop_ro(
          "identity", [](const EngineInterface& engine) { return engine.identity()->text(); },
          "The identity of its rules.")
      .def(
          "resize_tt",
          [](EngineInterface& engine, std::uint64_t bytes) {
            const ExclusiveUse used(engine.in_use);
            engine.resize_tt(bytes);
          },
          "bytes"_a, "Resize and clear the transposition table.")
      .def(
          "set_threads",
          [](EngineInterface& engine, int threads) {
            const ExclusiveUse used(engine.in_use);
            if (threads < 1 || threads > ThreadGroup::kMaxThreads)
              throw RulesError("there must be from 1 to 1024 threads");
            engine.set_threads(threads);
          },
          "threads"_a)
      .def(
          "clear",
          [](EngineInterface& engine) {
            const ExclusiveUse used(engine.in_use);
            engine.clear();
          },
          "Clear all tables, for a new game.")
      .def("ponder_hit", &EngineInterface::ponder_hit,
           "The expected move was played: time counts from now on. Called from another thread.")
      .def(
          "evaluate",
          [](EngineInterface& engine, const ErasedState& state) {
            expect_same(engine.identity(), state.identity(), "position");
            const ExclusiveUse used(engine.in_use);
            return engine.evaluate(state);
          },
          "state"_a, "The static evaluation in centipawns, from the side to move.")
      .def("search", &run_search, "state"_a, "limits"_a, "control"_a, "on_info"_a = nb::none(),
           "tablebase"_a.none() = nb::none(), "Search within limits; `on_info` is called after every iteration.");

  m.def("make_selective_engine", &make_selective_engine, "rules"_a, "tt_bytes"_a, "threads"_a = 1,
        nb::keep_alive<0, 1>(), "The selective search of a game that has one.");
  m.def(
      "selective_features",
      [] {
        std::vector<std::string> names;
        // Without experimental features, which are off by default.
        for (const auto& [name, feature] : Features::names())
          if (Features{}.*feature) names.emplace_back(name);
        return names;
      },
      "The features of the selective search; each can be switched off.");
}

}  // namespace kibitz
