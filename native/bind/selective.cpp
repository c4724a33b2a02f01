// Selective searches as Python holds them.
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

using Listener = std::optional<std::function<void(const Thought&)>>;

ThinkRequest make_request(int depth, std::optional<double> seconds, std::optional<double> left, double increment,
                          int moves_to_go, double overhead, bool ponder, bool forever, int lines,
                          std::vector<Move> only, const std::vector<std::string>& without) {
  for (const auto time : {seconds.value_or(0), left.value_or(0), increment, overhead})
    if (std::isnan(time)) throw RulesError("a limit of time is a number of seconds");
  ThinkRequest request;
  request.depth = depth;
  request.time = {seconds, left, increment, moves_to_go, overhead};
  request.ponder = ponder;
  request.forever = forever;
  request.lines = lines;
  request.only = std::move(only);
  for (const auto& idea : without) request.ideas.switch_off(idea);
  return request;
}

Thought think(Thinker& thinker, const ErasedState& state, ThinkRequest request, Control& control, Listener hear,
              const Tablebase* known) {
  expect_same(thinker.identity(), state.identity(), "position");
  if (known != nullptr) expect_same(thinker.identity(), known->identity(), "table");
  request.known = known;
  const Occupied used(thinker.at_work);
  const ReleasedGil release;
  if (!hear) return thinker.think(state, request, control, {});
  return thinker.think(state, request, control, [&](const Thought& thought) {
    const nb::gil_scoped_acquire acquire;
    (*hear)(thought);
  });
}

std::unique_ptr<Thinker> make_thinker(const CoreGame& g, std::uint64_t table_bytes, int threads) {
  if (g.selective() == nullptr) throw RulesError("this game has no selective search");
  if (threads < 1 || threads > ThreadGroup::kMaxThreads) throw RulesError("there must be from 1 to 1024 threads");
  return g.selective()->thinker(table_bytes, threads);
}

}  // namespace

KIBITZ_COLD void bind_selective(nb::module_& m) {
  nb::class_<ThoughtLine>(m, "ThoughtLine", "One line as it was found, with its value to the mover.")
      .def_prop_ro("value", &ThoughtLine::value)
      .def_ro("moves", &ThoughtLine::moves);

  nb::class_<Thought>(m, "Thought", "What a selective search found; counts and seconds since it began.")
      .def_ro("depth", &Thought::depth)
      .def_ro("furthest", &Thought::furthest)
      .def_ro("lines", &Thought::lines)
      .def_ro("nodes", &Thought::nodes)
      .def_ro("seconds", &Thought::seconds)
      .def_ro("fullness", &Thought::fullness)
      .def_ro("stopped", &Thought::stopped);

  nb::class_<ThinkRequest>(m, "ThinkRequest", "What a selective search is asked.")
      .def(nb::new_(&make_request), nb::kw_only(), "depth"_a = 0, "seconds"_a = nb::none(), "left"_a = nb::none(),
           "increment"_a = 0.0, "moves_to_go"_a = 0, "overhead"_a = 0.0, "ponder"_a = false, "forever"_a = false,
           "lines"_a = 1, "only"_a = std::vector<Move>{}, "without"_a = std::vector<std::string>{});

  nb::class_<Thinker>(m, "Thinker", "A selective search that remembers from move to move; one thread at a time.")
      .def_prop_ro(
          "identity", [](const Thinker& thinker) { return thinker.identity()->text(); },
          "Of the rules that it belongs to.")
      .def(
          "set_table",
          [](Thinker& thinker, std::uint64_t bytes) {
            const Occupied used(thinker.at_work);
            thinker.set_table(bytes);
          },
          "bytes"_a, "Gives it another table; what was in the old one is lost.")
      .def(
          "set_threads",
          [](Thinker& thinker, int threads) {
            const Occupied used(thinker.at_work);
            if (threads < 1 || threads > ThreadGroup::kMaxThreads)
              throw RulesError("there must be from 1 to 1024 threads");
            thinker.set_threads(threads);
          },
          "threads"_a)
      .def(
          "forget",
          [](Thinker& thinker) {
            const Occupied used(thinker.at_work);
            thinker.forget();
          },
          "Forgets everything, as another game begins.")
      .def("ponder_hit", &Thinker::ponder_hit, "From another thread: the expected move came, so time counts now.")
      .def(
          "judge",
          [](Thinker& thinker, const ErasedState& state) {
            expect_same(thinker.identity(), state.identity(), "position");
            const Occupied used(thinker.at_work);
            return thinker.judge(state);
          },
          "state"_a, "What a position is worth at first sight, in hundredths, as the mover sees it.")
      .def("think", &think, "state"_a, "request"_a, "control"_a, "hear"_a = nb::none(), "known"_a.none() = nb::none(),
           "Thinks until a limit is reached or the control says stop; `hear` is told of every depth.");

  m.def("make_thinker", &make_thinker, "rules"_a, "table_bytes"_a, "threads"_a = 1, nb::keep_alive<0, 1>(),
        "The selective search of a game that has one.");
  m.def(
      "search_ideas",
      [] {
        std::vector<std::string> names;
        // Not those that are off until they are proved.
        for (const auto& [name, idea] : Ideas::names())
          if (Ideas{}.*idea) names.emplace_back(name);
        return names;
      },
      "What makes a selective search selective; each can be switched off.");
}

}  // namespace kibitz
