// What Python sees of a game: its rules, searches and counts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "base/cold.hpp"
#include "bind/bindings.hpp"
#include "bind/bytes.hpp"
#include "bind/compiled_rules.hpp"
#include "bind/core_game.hpp"
#include "bind/long_work.hpp"
#include "bind/python_box.hpp"
#include "bind/python_evaluation.hpp"
#include "bind/python_rules.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kibitz {
namespace {

using Games = nb::class_<CoreGame>;
using CoreGamePtr = std::shared_ptr<const CoreGame>;

void check_symmetry(const CoreGame& g, int symmetry) {
  if (symmetry < 0 || symmetry >= g.rules().symmetries()) throw RulesError("there is no such symmetry");
}

// Nothing once the game has ended.
std::vector<Move> moves(const CoreGame& g, const ErasedState& s) {
  MoveList found;
  if (g.rules().result(g.own(s)) == Result::ongoing) g.rules().moves(s, found);
  return {found.begin(), found.end()};
}

std::vector<std::pair<Move, double>> chances(const CoreGame& g, const ErasedState& s) {
  ChanceList found;
  if (g.rules().result(g.own(s)) == Result::ongoing && g.rules().turn(s) == Side::chance) g.rules().chances(s, found);
  std::vector<std::pair<Move, double>> out;
  for (const auto& chance : found) out.emplace_back(chance.move, chance.probability);
  return out;
}

// Arrays of several states one after the other: numbers of four bytes each, and a byte for each move that is allowed.
nb::bytes encode(const CoreGame& g, const std::vector<const ErasedState*>& states) {
  const auto size = g.rules().planes().size();
  std::vector<float> out(size * states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i] == nullptr) throw RulesError("that is no position");
    g.rules().encode(g.own(*states[i]), out.data() + i * size);
  }
  return nb::bytes(out.data(), out.size() * sizeof(float));
}

std::vector<int> actions_of(const CoreGame& g, const ErasedState& s) {
  std::vector<int> out;
  if (g.rules().result(g.own(s)) != Result::ongoing || g.rules().turn(s) == Side::chance) return out;
  MoveList found;
  g.rules().moves(s, found);
  for (const Move move : found) out.push_back(g.rules().action(s, move));
  return out;
}

nb::bytes masks(const CoreGame& g, const std::vector<const ErasedState*>& states) {
  const auto size = static_cast<std::size_t>(g.rules().actions());
  std::string out(size * states.size(), '\0');
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i] == nullptr) throw RulesError("that is no position");
    for (const int action : actions_of(g, *states[i])) out[i * size + static_cast<std::size_t>(action)] = 1;
  }
  return bytes_of(out);
}

double evaluate(const CoreGame& g, const ErasedState& s, const Options& game_options) {
  const auto& rules = g.rules();
  if (!rules.has_evaluation()) throw RulesError("this game has no evaluation");
  if (game_options.empty()) return rules.evaluate(g.own(s));
  return rules.with_options(game_options)->evaluate(g.own(s));
}

Rules::StatePtr with_history(const CoreGame& g, const ErasedState& s,
                             const std::vector<std::pair<const ErasedState*, int>>& history) {
  auto out = g.rules().copy(g.own(s));
  std::shared_ptr<const PositionHistory> previous;
  for (auto each = history.rbegin(); each != history.rend(); ++each) {
    if (each->first == nullptr || each->second < 0 || each->second > 2) throw RulesError("invalid position history");
    const auto& state = g.own(*each->first);
    previous = std::make_shared<const PositionHistory>(g.rules().copy(state), g.rules().key(state),
                                                       static_cast<Side>(each->second), std::move(previous));
  }
  out->set_history(std::move(previous));
  return out;
}

// Plays the move, takes it back, and returns what is there then.
Rules::StatePtr play_and_undo(const CoreGame& g, const ErasedState& s, Move move) {
  const auto& rules = g.rules();
  if (!rules.allows(g.own(s), move)) throw RulesError("that move is not allowed here");
  auto next = rules.copy(s);
  const auto undo = rules.play(*next, move);
  rules.undo(*next, move, undo);
  return next;
}

std::uint64_t perft(const CoreGame& g, const ErasedState& s, int depth, Control& control) {
  if (depth < 0 || depth > kMaxPlies)
    throw RulesError("lines of 0 to " + std::to_string(kMaxPlies) + " plies can be counted");
  g.own(s);
  control.begin();
  return run_or_raise(g, [&] { return g.count().perft(s, depth, control); });
}

auto play_out(const CoreGame& g, const ErasedState& s, std::uint64_t games, std::uint64_t seed, Control& control) {
  g.own(s);
  control.begin();
  const auto tally = run_or_raise(g, [&] { return g.count().play_out(s, games, seed, control); });
  return std::tuple(tally.results[0], tally.results[1], tally.results[2], tally.plies);
}

nb::tuple as_bytes(const KeyedBytes& found) { return nb::make_tuple(bytes_of(found.first), bytes_of(found.second)); }

void check_own(const CoreGame& g, const StateList& states) {
  for (const auto* state : states) {
    if (state == nullptr) throw RulesError("that is no state");
    g.own(*state);
  }
}

using PythonKeyed = std::vector<std::pair<ReadOnlyBytes, ReadOnlyBytes>>;

std::vector<KeyedSpans> spans_of(const PythonKeyed& parts) {
  std::vector<KeyedSpans> out;
  for (const auto& [keys, values] : parts) out.emplace_back(span_of(keys), span_of(values));
  return out;
}

auto list_boundary_of(const CoreGame& g, const StateList& from, Control& control, std::uint64_t most_positions) {
  check_own(g, from);
  return run_or_raise(g, [&] { return list_boundary(g.rules(), from, control, most_positions); });
}

nb::tuple solve_block_of(const CoreGame& g, const StateList& states, const PythonKeyed& known, Control& control,
                         std::uint64_t most_positions) {
  check_own(g, states);
  if (states.empty()) throw RulesError("there is no position to solve");
  const auto spans = spans_of(known);
  return as_bytes(run_or_raise(g, [&] { return solve_block(g.rules(), states, spans, control, most_positions); }));
}

nb::tuple join_keyed_of(const CoreGame& g, const PythonKeyed& parts) {
  const auto spans = spans_of(parts);
  const std::size_t width = g.rules().has_chance() ? 8 : g.rules().span() > 0 ? 4 : 2;
  const auto out = stoppable([&] { return join_keyed(spans, width); });
  for (const auto& [keys, values] : spans) {
    TruncationCheck(keys).check();
    TruncationCheck(values).check();
  }
  return as_bytes(out);
}

SearchReport search(const CoreGame& g, const ErasedState& s, const std::string& algorithm, int depth, Control& control,
                    std::uint64_t seed, bool deepen, bool every_move, const Switches& switches, const Tablebase* known,
                    const Options& game_options, bool weak, const nb::object& evaluation) {
  g.own(s);
  if (known != nullptr) g.own(*known);
  prepare(g, game_options);
  const SearchRequest request{algorithm, depth,    deepen, every_move,   weak,
                              seed,      switches, known,  game_options, g.repetition()};
  const auto judge = judge_by(g, evaluation);
  return run_long(g, [&] {
    return judge ? search_with_evaluation(g.rules(), s, request, control, judge)
                 : g.search().search(s, request, control);
  });
}

std::vector<TraceNode> tree(const CoreGame& g, const ErasedState& s, const std::string& algorithm, int depth,
                            Control& control, std::uint64_t seed, bool deepen, const Switches& switches,
                            std::size_t most_nodes, const Options& game_options, const nb::object& evaluation) {
  g.own(s);
  prepare(g, game_options);
  const SearchRequest request{algorithm, depth,    deepen,  false,        false,
                              seed,      switches, nullptr, game_options, g.repetition()};
  const auto judge = judge_by(g, evaluation);
  return run_or_raise(g, [&] { return search_tree(g.rules(), s, request, control, most_nodes, judge); });
}

KIBITZ_COLD void bind_positions(Games& games) {
  games
      .def_prop_ro(
          "identity",
          // Always the same object for the same text: moves carry it, and are compared at every ply.
          [](const CoreGame& g) { return nb::steal(PyUnicode_InternFromString(g.identity()->text().c_str())); },
          nb::sig("def identity(self) -> str"), "What tells these rules from all others.")
      .def_prop_ro(
          "family", [](const CoreGame& g) { return g.identity()->family(); },
          "The name of the rules whatever their options; own for rules in Python.")
      .def_prop_ro("in_python", [](const CoreGame& g) { return g.rules().in_python(); })
      .def_prop_ro("has_chance", [](const CoreGame& g) { return g.rules().has_chance(); })
      .def_prop_ro(
          "span", [](const CoreGame& g) { return g.rules().span(); },
          "The most points that anybody can win by; 0 where outcomes are no points.")
      .def_prop_ro("has_evaluation", [](const CoreGame& g) { return g.rules().has_evaluation(); })
      .def_prop_ro("symmetries", [](const CoreGame& g) { return g.rules().symmetries(); })
      .def("start", [](const CoreGame& g) { return g.rules().start(); })
      .def(
          "turn", [](const CoreGame& g, const ErasedState& s) { return static_cast<int>(g.rules().turn(g.own(s))); },
          "state"_a, "0 the first player, 1 the second, 2 chance.")
      .def(
          "mover", [](const CoreGame& g, const ErasedState& s) { return static_cast<int>(g.rules().mover(g.own(s))); },
          "state"_a)
      .def(
          "result",
          [](const CoreGame& g, const ErasedState& s) { return static_cast<int>(g.rules().result(g.own(s))); },
          "state"_a, "0 not ended, 1 won by the first player, 2 by the second, 3 drawn.")
      .def(
          "points", [](const CoreGame& g, const ErasedState& s) { return g.rules().points(g.own(s)); }, "state"_a,
          "At an end, the first player's points less the second's, where outcomes are points.")
      .def("moves", &moves, "state"_a)
      .def("chances", &chances, "state"_a)
      .def(
          "is_legal",
          [](const CoreGame& g, const ErasedState& s, Move move) { return g.rules().allows(g.own(s), move); },
          "state"_a, "move"_a)
      .def(
          "play", [](const CoreGame& g, const ErasedState& s, Move move) { return g.rules().after(g.own(s), move); },
          "state"_a, "move"_a)
      .def("with_history", &with_history, "state"_a, "past"_a,
           "The same state with what came before: states, the latest first, each with who acted there.")
      .def("play_and_undo", &play_and_undo, "state"_a, "move"_a)
      .def(
          "key", [](const CoreGame& g, const ErasedState& s) { return g.rules().key(g.own(s)); }, "state"_a)
      .def(
          "same",
          [](const CoreGame& g, const ErasedState& a, const ErasedState& b) {
            return g.rules().same(g.own(a), g.own(b));
          },
          "state"_a, "other"_a)
      .def(
          "parts", [](const CoreGame& g, Move move) { return g.rules().parts(move); }, "move"_a)
      .def(
          "pack", [](const CoreGame& g, const Numbers& parts) { return g.rules().pack(parts); }, "parts"_a)
      .def(
          "describe", [](const CoreGame& g, const ErasedState& s) { return g.rules().describe(g.own(s)); }, "state"_a)
      .def(
          "assemble", [](const CoreGame& g, const Numbers& numbers) { return g.rules().assemble(numbers); },
          "numbers"_a)
      .def(
          "transform",
          [](const CoreGame& g, const ErasedState& s, int symmetry) {
            check_symmetry(g, symmetry);
            return g.rules().transform(g.own(s), symmetry);
          },
          "state"_a, "symmetry"_a)
      .def(
          "transform_move",
          [](const CoreGame& g, Move move, int symmetry) {
            check_symmetry(g, symmetry);
            return g.rules().transform_move(move, symmetry);
          },
          "move"_a, "symmetry"_a)
      .def(
          "tier", [](const CoreGame& g, const ErasedState& s) { return g.rules().tier_of(g.own(s)); }, "state"_a,
          "A number that no move lowers; 0 where the game has none.")
      .def(
          "canonical", [](const CoreGame& g, const ErasedState& s) { return g.rules().canonical(g.own(s)); }, "state"_a)
      .def_prop_ro(
          "planes",
          [](const CoreGame& g) {
            const auto planes = g.rules().planes();
            return std::tuple(planes.count, planes.height, planes.width);
          },
          "How many boards of numbers a position is as an array, how high and how wide; 0 where the core can't say.")
      .def_prop_ro(
          "actions", [](const CoreGame& g) { return g.rules().actions(); }, "How many moves are numbered.")
      .def("encode", &encode, "states"_a, "The positions as arrays, one after the other.")
      .def("actions_of", &actions_of, "state"_a, "The numbers of a player's moves, in their order.")
      .def("masks", &masks, "states"_a, "A byte for each numbered move of each position: whether it is allowed.")
      .def("evaluate", &evaluate, "state"_a, "game_options"_a = Options{})
      .def(
          "open_lines",
          [](const CoreGame& g, const ErasedState& s, int side) {
            if (side != 0 && side != 1) throw RulesError("a player is 0 or 1");
            return g.rules().open_lines(g.own(s), static_cast<Side>(side));
          },
          "state"_a, "side"_a, "Lines that a player has begun and may still fill, in games won by lines.");
}

KIBITZ_COLD void bind_work(Games& games) {
  games.def("perft", &perft, "state"_a, "depth"_a, "control"_a)
      .def(
          "count_games",
          [](const CoreGame& g, const ErasedState& s, Control& control) {
            g.own(s);
            control.begin();
            return run_or_raise(g, [&] { return count_games(g.rules(), s, control); });
          },
          "state"_a, "control"_a)
      .def(
          "count_positions",
          [](const CoreGame& g, const ErasedState& s, int most_plies, bool up_to_symmetry, Control& control) {
            g.own(s);
            control.begin();
            return run_or_raise(g, [&] { return count_positions(g.rules(), s, most_plies, up_to_symmetry, control); });
          },
          "state"_a, "most_plies"_a, "up_to_symmetry"_a, "control"_a)
      .def("play_out", &play_out, "state"_a, "games"_a, "seed"_a, "control"_a,
           "Random games: won by the first player, by the second, drawn, and plies in all.")
      .def("search", &search, "state"_a, "algorithm"_a, "depth"_a, "control"_a, "seed"_a = 0, "deepen"_a = false,
           "every_move"_a = false, "switches"_a = Switches{}, "known"_a.none() = nb::none(),
           "game_options"_a = Options{}, "weak"_a = false, "evaluation"_a.none() = nb::none())
      .def("search_tree", &tree, "state"_a, "algorithm"_a, "depth"_a, "control"_a, "seed"_a, "deepen"_a, "switches"_a,
           "most_nodes"_a, "game_options"_a = Options{}, "evaluation"_a.none() = nb::none(),
           "The tree that such a search visits at its last depth, parents before children.")
      .def_prop_ro(
          "has_endgame", [](const CoreGame& g) { return g.endgames() != nullptr; },
          "Whether positions with few pieces can be solved apart.")
      .def_prop_ro(
          "has_selective", [](const CoreGame& g) { return g.selective() != nullptr; },
          "Whether it has a selective search.")
      .def_prop_ro(
          "index_size", [](const CoreGame& g) { return g.tiers() != nullptr ? g.tiers()->size() : 0; },
          "Places in the game's index; 0 if it has none.")
      .def(
          "solve_graph",
          [](const CoreGame& g, Control& control, std::uint64_t most_positions) {
            const auto found = run_or_raise(g, [&] { return solve_graph(g.rules(), control, most_positions); });
            return std::pair(bytes_of(found.first), bytes_of(found.second));
          },
          "control"_a, "most_positions"_a, "Keys and values of every reachable position, up to symmetry.")
      .def("list_boundary", &list_boundary_of, "states"_a, "control"_a, "most_positions"_a,
           "How many positions of their tier these lead to, and those of later tiers; from none, the start.")
      .def("solve_block", &solve_block_of, "states"_a, "known"_a, "control"_a, "most_positions"_a,
           nb::sig("def solve_block(self, states: Sequence[State], known: Sequence[tuple[bytes | memoryview, bytes | "
                   "memoryview]], control: Control, most_positions: int) -> tuple[bytes, bytes]"),
           "Keys and values of some positions of a tier and those that they lead to in it, from those of later tiers.")
      .def("join_keyed", &join_keyed_of, "parts"_a,
           nb::sig("def join_keyed(self, parts: Sequence[tuple[bytes | memoryview, bytes | memoryview]]) -> "
                   "tuple[bytes, bytes]"),
           "Keys and values of several tables as those of one.");
}

}  // namespace

Judge judge_by(const CoreGame& g, const nb::object& evaluation) {
  if (evaluation.is_none()) return {};
  return [&rules = g.rules(), &evaluation](const ErasedState& s) {
    const nb::gil_scoped_acquire acquire;
    auto state = rules.in_python() ? python_state(rules, static_cast<const PythonBox&>(s).node()) : rules.copy(s);
    const auto said = evaluation(std::move(state));
    const double out = PyFloat_AsDouble(said.ptr());
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    if (!std::isfinite(out)) throw RulesError("an evaluation must be a number that ends");
    return out;
  };
}

KIBITZ_COLD void bind_rules(nb::module_& m) {
  nb::class_<ErasedState>(m, "State", "A state of a game; never changes.")
      .def_prop_ro(
          "identity", [](const ErasedState& s) { return s.identity()->text(); }, "Of the rules that it belongs to.");
  nb::class_<Tablebase>(m, "Tablebase", "A table, ready to be asked.")
      .def_prop_ro(
          "identity", [](const Tablebase& p) { return p.identity()->text(); }, "Of the rules that it belongs to.");

  nb::class_<Repetition>(m, "Repetition", "What it means that a position comes back; 0 is never.")
      .def(nb::new_(
               [](int claim, int draw, int loss, bool forbidden) { return Repetition{claim, draw, loss, forbidden}; }),
           "claim"_a = 0, "draw"_a = 0, "loss"_a = 0, "forbidden"_a = false);

  Games games(m, "Rules", "The rules of one game with its options.");
  bind_positions(games);
  bind_work(games);

  m.def(
      "make_rules",
      [](const std::string& game, const Options& options, const Repetition& repetition) {
        return CoreGamePtr(make_core_game(game, options, repetition));
      },
      "game"_a, "options"_a, "repetition"_a = Repetition{}, "The rules of a built-in game.");
  m.def(
      "make_python_rules",
      [](nb::object rules, bool has_chance, const std::string& identity, const Repetition& repetition) {
        return std::make_shared<const CoreGame>(make_python_rules(std::move(rules), has_chance, identity), nullptr,
                                                nullptr, nullptr, nullptr, nullptr, nullptr, repetition);
      },
      "rules"_a, "has_chance"_a, "identity"_a, "repetition"_a = Repetition{},
      "The rules of a game written in Python, and a text that tells them from all others.");
  m.def(
      "make_compiled_rules",
      [](const std::map<std::string, std::uint64_t>& addresses,
         const std::vector<std::tuple<std::size_t, std::size_t, std::size_t>>& fields, std::size_t bytes,
         std::size_t side_offset, bool hides_side, std::pair<int, int> points, const Numbers& start,
         const std::string& identity, const Repetition& repetition) {
        CompiledLayout layout{{}, bytes, side_offset, hides_side, points.first, points.second, start};
        for (const auto& [offset, size, count] : fields) layout.fields.push_back({offset, size, count});
        return std::make_shared<const CoreGame>(make_compiled_rules(addresses, std::move(layout), identity), nullptr,
                                                nullptr, nullptr, nullptr, nullptr, nullptr, repetition);
      },
      "addresses"_a, "fields"_a, "bytes"_a, "side_offset"_a, "hides_side"_a, "points"_a, "start"_a, "identity"_a,
      "repetition"_a = Repetition{},
      "The rules of a game compiled from Python: the addresses of its methods, the layout of its states (offset, size "
      "and count of each field), the range of its points, the numbers of the first state.");
  m.def(
      "key_of_bytes",
      [](nb::bytes bytes) { return key_of_bytes(reinterpret_cast<const unsigned char*>(bytes.c_str()), bytes.size()); },
      "bytes"_a, "The key that compiled rules give a state of these bytes.");
  m.def(
      "python_node", [](const CoreGame& g, const ErasedState& s) { return python_node(g.rules(), g.own(s)); },
      "rules"_a, "state"_a, "The node behind a state of a game written in Python.");
  m.def(
      "python_state", [](const CoreGame& g, nb::object node) { return python_state(g.rules(), std::move(node)); },
      "rules"_a, "node"_a, "A state of such a game around one of its nodes.");
}

}  // namespace kibitz
