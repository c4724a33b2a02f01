// The module kibitz._core: what the Python floors see of the core.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bind/connect4.hpp"
#include "bind/erased.hpp"
#include "bind/long_work.hpp"
#include "bind/position.hpp"
#include "bind/python_game.hpp"
#include "bind/tables.hpp"
#include "games.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kibitz {
namespace {

using RulesPtr = std::shared_ptr<const Rules>;
using ProgressFunction = std::function<bool(std::uint64_t, std::uint64_t)>;

RulesPtr make_rules(const std::string& game, std::map<std::string, std::int64_t> options) {
  for (const auto& [name, make] : kGames)
    if (name == game) return make(Params(std::move(options)));
  throw RulesError("the core has no game called '" + game + "'");
}

RulesPtr make_python_rules(nb::object rules, bool has_chance) {
  if (has_chance) return erase(PythonGame<true>(std::move(rules)));
  return erase(PythonGame<false>(std::move(rules)));
}

nb::object python_node(const StateBox& s) {
  if (const auto* plain = dynamic_cast<const Boxed<PythonGame<false>>*>(&s)) return plain->state.node;
  if (const auto* dicey = dynamic_cast<const Boxed<PythonGame<true>>*>(&s)) return dicey->state.node;
  throw RulesError("this state belongs to a built-in game");
}

std::unique_ptr<StateBox> python_state(nb::object node, bool has_chance) {
  if (has_chance) return std::make_unique<Boxed<PythonGame<true>>>(PythonGame<true>::State{std::move(node)});
  return std::make_unique<Boxed<PythonGame<false>>>(PythonGame<false>::State{std::move(node)});
}

std::unique_ptr<Control> make_control(std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                                      std::optional<ProgressFunction> progress) {
  auto control = std::make_unique<Control>();
  control->set_seconds(seconds);
  control->set_nodes(nodes);
  // Even without a listener, Ctrl-C must get through.
  control->set_progress([progress = std::move(progress)](std::uint64_t done, std::uint64_t total) {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    return !progress || (*progress)(done, total);
  });
  return control;
}

void bind_state(nb::module_& m) {
  nb::class_<StateBox>(m, "State", "A state of a game; never changes.");

  nb::class_<Control>(m, "Control", "Limits long work, stops it, and hears of its progress.")
      .def(nb::new_(&make_control), "seconds"_a = nb::none(), "nodes"_a = nb::none(), "progress"_a = nb::none())
      .def("begin", &Control::begin, "total"_a = 0, "Starts the clock of work that takes so many steps.")
      .def(
          "advance", [](Control& control, std::uint64_t steps) { stoppable([&] { control.advance(steps); }); },
          "steps"_a, "Counts steps that need not be done.")
      .def("stop", &Control::stop, "Tells the work to stop; from any thread.")
      .def_prop_ro("stopped", &Control::stopped);
}

void bind_values(nb::module_& m) {
  nb::class_<Value>(m, "Value", "A value as the core counts it.")
      .def_prop_ro("kind",
                   [](const Value& v) {
                     constexpr const char* names[] = {"loss", "draw", "win", "expect", "estimate"};
                     return names[static_cast<std::size_t>(v.kind)];
                   })
      .def_ro("number", &Value::number)
      .def_ro("exact", &Value::exact);

  nb::class_<MoveReport>(m, "MoveReport", "A move, its value to the player who makes it, and the line after it.")
      .def_ro("move", &MoveReport::move)
      .def_ro("value", &MoveReport::value)
      .def_ro("line", &MoveReport::line);

  nb::class_<Counts>(m, "Counts", "How much work a search was.")
      .def_ro("nodes", &Counts::nodes)
      .def_ro("cutoffs", &Counts::cutoffs)
      .def_ro("table_hits", &Counts::table_hits)
      .def_ro("researches", &Counts::researches);

  nb::class_<DepthReport>(m, "DepthReport", "One finished depth; counts and seconds since the search began.")
      .def_ro("depth", &DepthReport::depth)
      .def_ro("value", &DepthReport::value)
      .def_ro("line", &DepthReport::line)
      .def_ro("counts", &DepthReport::counts)
      .def_ro("seconds", &DepthReport::seconds);

  nb::class_<SearchReport>(m, "SearchReport", "What a search found.")
      .def_ro("value", &SearchReport::value)
      .def_ro("moves", &SearchReport::moves)
      .def_ro("depths", &SearchReport::depths)
      .def_ro("counts", &SearchReport::counts)
      .def_prop_ro("nodes", [](const SearchReport& r) { return r.counts.nodes; })
      .def_ro("depth", &SearchReport::depth)
      .def_ro("seconds", &SearchReport::seconds)
      .def_ro("stopped", &SearchReport::stopped);
}

void bind_search(nb::module_& m) {
  nb::class_<Switches>(m, "Switches", "What a search does beyond its algorithm; none of it changes values.")
      .def(nb::new_([](bool fail_hard, int star, std::uint64_t table_bytes, bool killers, bool history, bool foresight,
                       int step, bool aspiration, int threads) {
             return Switches{fail_hard, star, table_bytes, killers, history, foresight, step, aspiration, threads};
           }),
           nb::kw_only(), "fail_hard"_a = false, "star"_a = 1, "table_bytes"_a = 0, "killers"_a = false,
           "history"_a = false, "foresight"_a = false, "step"_a = 1, "aspiration"_a = false, "threads"_a = 1);

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

void bind_position(nb::module_& m) {
  static PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&PositionBase::traverse)},
                                {Py_tp_clear, reinterpret_cast<void*>(&PositionBase::clear)},
                                {0, nullptr}};
  nb::class_<PositionBase>(m, "PositionBase", nb::type_slots(slots), "What a position rests on; never changes.")
      .def(
          "__init__",
          [](PositionBase* self, nb::object game, nb::handle_t<StateBox> state) {
            PositionBase::Link link{game, nb::cast<RulesPtr>(game.attr("rules")), game.attr("known_moves")};
            if (!nb::isinstance<nb::dict>(link.known)) throw nb::type_error("known_moves must be a dictionary");
            new (self) PositionBase(std::move(link), nb::borrow(state));
          },
          "game"_a, "state"_a)
      .def_prop_ro("game", &PositionBase::game, "The game it belongs to.")
      .def_prop_ro("state", &PositionBase::state, nb::sig("def state(self) -> State"),
                   "What the core calls it; for the floors that talk to the core.")
      .def_prop_ro("moves", &PositionBase::moves, nb::sig("def moves(self) -> tuple[typing.Any, ...]"),
                   "What is allowed now; nothing once the game has ended.")
      .def(
          "after",
          [](nb::handle_t<PositionBase> self, nb::handle move) {
            return nb::inst_ptr<PositionBase>(self)->after(self, move);
          },
          "move"_a, nb::sig("def after(self, move: object) -> typing.Self"),
          "The position after a move; ValueError if it is not allowed.");
}

void bind_rules(nb::module_& m) {
  nb::class_<Rules>(m, "Rules", "The rules of one game with its options.")
      .def_prop_ro("in_python", &Rules::in_python)
      .def_prop_ro("has_chance", &Rules::has_chance)
      .def_prop_ro("has_evaluation", &Rules::has_evaluation)
      .def_prop_ro("symmetries", &Rules::symmetries)
      .def_prop_ro("has_endgame", &Rules::has_endgame, "Whether positions with few pieces can be solved apart.")
      .def_prop_ro("index_size", &Rules::index_size, "Places in the game's index; 0 if it has none.")
      .def("start", &Rules::start)
      .def(
          "turn", [](const Rules& r, const StateBox& s) { return static_cast<int>(r.turn(s)); }, "state"_a,
          "0 the first player, 1 the second, 2 chance.")
      .def(
          "mover", [](const Rules& r, const StateBox& s) { return static_cast<int>(r.mover(s)); }, "state"_a)
      .def(
          "result", [](const Rules& r, const StateBox& s) { return static_cast<int>(r.result(s)); }, "state"_a,
          "0 not ended, 1 won by the first player, 2 by the second, 3 drawn.")
      .def("moves", &Rules::moves, "state"_a)
      .def(
          "chances",
          [](const Rules& r, const StateBox& s) {
            std::vector<std::pair<Move, double>> out;
            for (const auto& chance : r.chances(s)) out.emplace_back(chance.move, chance.probability);
            return out;
          },
          "state"_a)
      .def("is_legal", &Rules::is_legal, "state"_a, "move"_a)
      .def("play", &Rules::play, "state"_a, "move"_a)
      .def("play_and_undo", &Rules::play_and_undo, "state"_a, "move"_a)
      .def("key", &Rules::key, "state"_a)
      .def("same", &Rules::same, "state"_a, "other"_a)
      .def("parts", &Rules::parts, "move"_a)
      .def("pack", &Rules::pack, "parts"_a)
      .def("describe", &Rules::describe, "state"_a)
      .def("assemble", &Rules::assemble, "numbers"_a)
      .def("transform", &Rules::transform, "state"_a, "symmetry"_a)
      .def("transform_move", &Rules::transform_move, "move"_a, "symmetry"_a)
      .def("canonical", &Rules::canonical, "state"_a)
      .def("evaluate", &Rules::evaluate, "state"_a, "tuning"_a = Tuning{})
      .def(
          "ways", [](const Rules& r, const StateBox& s, int side) { return r.ways(s, static_cast<Side>(side)); },
          "state"_a, "side"_a, "Lines that a player has begun and may still fill, in games won by lines.")
      .def(
          "perft",
          [](const Rules& r, const StateBox& s, int depth, Control& control) {
            return run_or_raise(r, [&] { return r.perft(s, depth, control); });
          },
          "state"_a, "depth"_a, "control"_a)
      .def(
          "count_games",
          [](const Rules& r, const StateBox& s, Control& control) {
            return run_or_raise(r, [&] { return r.count_games(s, control); });
          },
          "state"_a, "control"_a)
      .def(
          "count_positions",
          [](const Rules& r, const StateBox& s, int most_plies, bool up_to_symmetry, Control& control) {
            return run_or_raise(r, [&] { return r.count_positions(s, most_plies, up_to_symmetry, control); });
          },
          "state"_a, "most_plies"_a, "up_to_symmetry"_a, "control"_a)
      .def(
          "play_out",
          [](const Rules& r, const StateBox& s, std::uint64_t games, std::uint64_t seed, Control& control) {
            const auto tally = run_or_raise(r, [&] { return r.play_out(s, games, seed, control); });
            return std::tuple(tally.results[0], tally.results[1], tally.results[2], tally.plies);
          },
          "state"_a, "games"_a, "seed"_a, "control"_a,
          "Random games: won by the first player, by the second, drawn, and plies in all.")
      .def(
          "search",
          [](const Rules& r, const StateBox& s, const std::string& algorithm, int depth, Control& control,
             std::uint64_t seed, bool deepen, bool every_move, const Switches& switches, const Probe* known,
             const Tuning& tuning) {
            const SearchRequest request{algorithm, depth, deepen, every_move, seed, switches, known, tuning};
            return run_long(r, [&] { return r.search(s, request, control); });
          },
          "state"_a, "algorithm"_a, "depth"_a, "control"_a, "seed"_a = 0, "deepen"_a = false, "every_move"_a = false,
          "switches"_a = Switches{}, "known"_a.none() = nb::none(), "tuning"_a = Tuning{})
      .def(
          "search_tree",
          [](const Rules& r, const StateBox& s, const std::string& algorithm, int depth, Control& control,
             std::uint64_t seed, bool deepen, const Switches& switches, std::size_t most_nodes, const Tuning& tuning) {
            const SearchRequest request{algorithm, depth, deepen, false, seed, switches, nullptr, tuning};
            return run_or_raise(r, [&] { return r.search_tree(s, request, control, most_nodes); });
          },
          "state"_a, "algorithm"_a, "depth"_a, "control"_a, "seed"_a, "deepen"_a, "switches"_a, "most_nodes"_a,
          "tuning"_a = Tuning{}, "The tree that such a search visits at its last depth, parents before children.")
      .def(
          "solve_graph",
          [](const Rules& r, Control& control, std::uint64_t most_positions) {
            const auto [keys, values] = run_or_raise(r, [&] { return r.solve_graph(control, most_positions); });
            return std::pair(nb::bytes(keys.data(), keys.size()), nb::bytes(values.data(), values.size()));
          },
          "control"_a, "most_positions"_a, "Keys and values of every reachable position, up to symmetry.");

  m.def("make_rules", &make_rules, "game"_a, "options"_a, "The rules of a built-in game.");
  m.def("make_python_rules", &make_python_rules, "rules"_a, "has_chance"_a, "The rules of a game written in Python.");
  m.def("python_node", &python_node, "state"_a, "The node behind a state of a game written in Python.");
  m.def("python_state", &python_state, "node"_a, "has_chance"_a, "A state around such a node.");
}

}  // namespace

NB_MODULE(_core, m) {
  m.doc() = "Rules, search and tables of Kibitz.";
  // Objects that caches or a thread still hold when the program ends are no news for its user.
  nb::set_leak_warnings(false);
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const RulesError& e) {
      PyErr_SetString(PyExc_ValueError, e.what());
    } catch (const SpoiltBlock& e) {
      PyErr_SetString(PyExc_OSError, e.what());
    }
  });
  nb::exception<StoppedError>(m, "Stopped");
  bind_state(m);
  bind_values(m);
  bind_search(m);
  bind_rules(m);
  bind_tables(m);
  bind_position(m);
  bind_connect4(m);
}

}  // namespace kibitz
