// Python bindings of Control, values, options and reports.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "base/cold.hpp"
#include "bind/bindings.hpp"
#include "bind/long_work.hpp"
#include "search/search_trace.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kibitz {
namespace {

using ProgressFunction = std::function<bool(std::uint64_t, std::uint64_t)>;

std::unique_ptr<Control> make_control(std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                                      std::optional<ProgressFunction> progress) {
  if (seconds && std::isnan(*seconds)) throw RulesError("a limit of time is a number of seconds");
  auto control = std::make_unique<Control>();
  control->set_seconds(seconds);
  control->set_nodes(nodes);
  // Ctrl-C must work without a listener too.
  control->set_progress([progress = std::move(progress)](std::uint64_t done, std::uint64_t total) {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    return !progress || (*progress)(done, total);
  });
  return control;
}

KIBITZ_COLD void bind_control(nb::module_& m) {
  nb::class_<Control>(m, "Control", "Limits, cancellation and progress reports of long work.")
      .def(nb::new_(&make_control), "seconds"_a = nb::none(), "nodes"_a = nb::none(), "progress"_a = nb::none())
      .def("begin", &Control::begin, "total"_a = 0, "Start the clock; `total` is the number of steps, if known.")
      .def(
          "advance", [](Control& control, std::uint64_t steps) { stoppable([&] { control.advance(steps); }); },
          "steps"_a, "Count steps that are skipped.")
      .def("stop", &Control::stop, "Stop the work; from any thread.")
      .def_prop_ro("stopped", &Control::stopped);
}

KIBITZ_COLD void bind_reports(nb::module_& m) {
  nb::class_<Value>(m, "Value", "A value of the core.")
      .def_prop_ro("kind",
                   [](const Value& v) {
                     constexpr const char* names[] = {"loss", "draw", "win", "expect", "estimate", "points"};
                     return names[static_cast<std::size_t>(v.kind)];
                   })
      .def_ro("number", &Value::number)
      .def_ro("exact", &Value::exact);

  nb::class_<MoveReport>(m, "MoveReport",
                         "A root move with its value for the player who makes it and its principal variation.")
      .def_ro("move", &MoveReport::move)
      .def_ro("value", &MoveReport::value)
      .def_ro("line", &MoveReport::line);

  nb::class_<Counts>(m, "Counts", "Node counts of a search.")
      .def_ro("nodes", &Counts::nodes)
      .def_ro("cutoffs", &Counts::cutoffs)
      .def_ro("table_hits", &Counts::table_hits)
      .def_ro("researches", &Counts::researches);

  nb::class_<DepthReport>(m, "DepthReport", "One iteration; counts and seconds since the start of the search.")
      .def_ro("depth", &DepthReport::depth)
      .def_ro("value", &DepthReport::value)
      .def_ro("line", &DepthReport::line)
      .def_ro("counts", &DepthReport::counts)
      .def_ro("seconds", &DepthReport::seconds);

  nb::class_<SearchReport>(m, "SearchReport", "The result of a search.")
      .def_ro("value", &SearchReport::value)
      .def_ro("moves", &SearchReport::moves)
      .def_ro("depths", &SearchReport::depths)
      .def_ro("counts", &SearchReport::counts)
      .def_prop_ro("nodes", [](const SearchReport& r) { return r.counts.nodes; })
      .def_ro("depth", &SearchReport::depth)
      .def_ro("seconds", &SearchReport::seconds)
      .def_ro("stopped", &SearchReport::stopped);
}

KIBITZ_COLD void bind_switches(nb::module_& m) {
  nb::class_<Switches>(m, "Switches", "Options of alpha-beta search; they never change values.")
      .def(nb::new_([](bool fail_hard, int star, std::uint64_t table_bytes, bool double_hashing, bool killers,
                       bool history, int first, int step, bool aspiration, int threads) {
             return Switches{fail_hard, star,  table_bytes, double_hashing, killers,
                             history,   first, step,        aspiration,     threads};
           }),
           nb::kw_only(), "fail_hard"_a = false, "star"_a = 1, "table_bytes"_a = 0, "double_hashing"_a = false,
           "killers"_a = false, "history"_a = false, "first"_a = 1, "step"_a = 1, "aspiration"_a = false,
           "threads"_a = 1);

  nb::class_<TraceNode>(m, "TraceNode", "One node of a tree that a search visited, as its mover sees it.")
      .def_ro("parent", &TraceNode::parent)
      .def_ro("move", &TraceNode::move)
      .def_prop_ro("kind",
                   [](const TraceNode& n) {
                     constexpr const char* names[] = {"decision", "chance", "table", "horizon", "end"};
                     return names[static_cast<std::size_t>(n.kind)];
                   })
      .def_prop_ro("mover", [](const TraceNode& n) { return static_cast<int>(n.mover); })
      .def_ro("depth", &TraceNode::depth)
      .def_ro("alpha", &TraceNode::alpha)
      .def_ro("beta", &TraceNode::beta)
      .def_ro("value", &TraceNode::value)
      .def_ro("failed_low", &TraceNode::failed_low)
      .def_ro("failed_high", &TraceNode::failed_high)
      .def_ro("skipped", &TraceNode::skipped);
}

}  // namespace

KIBITZ_COLD void bind_values(nb::module_& m) {
  bind_control(m);
  bind_reports(m);
  bind_switches(m);
}

}  // namespace kibitz
