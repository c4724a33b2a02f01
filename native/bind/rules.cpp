// Python bindings of rules, alpha-beta search and counting.
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

// Empty at the end of a game.
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

// The network inputs of several states, concatenated: float32, and a byte per action for the mask of legal moves.
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

// Plays a move, undoes it and returns the state, for tests.
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
  const auto counts = run_or_raise(g, [&] { return g.count().play_out(s, games, seed, control); });
  return std::tuple(counts.results[0], counts.results[1], counts.results[2], counts.plies);
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
                    std::uint64_t seed, bool deepen, bool every_move, const Switches& switches,
                    const Tablebase* tablebase, const Options& game_options, bool weak, const nb::object& evaluation) {
  g.own(s);
  if (tablebase != nullptr) g.own(*tablebase);
  prepare(g, game_options);
  const SearchRequest request{algorithm, depth,    deepen,    every_move,   weak,
                              seed,      switches, tablebase, game_options, g.repetition()};
  const auto evaluation_function = make_evaluation_function(g, evaluation);
  return run_long(g, [&] {
    return evaluation_function ? search_with_evaluation(g.rules(), s, request, control, evaluation_function)
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
  const auto evaluation_function = make_evaluation_function(g, evaluation);
  return run_or_raise(g, [&] { return search_tree(g.rules(), s, request, control, most_nodes, evaluation_function); });
}

KIBITZ_COLD void bind_positions(Games& games) {
  games
      .def_prop_ro(
          "identity",
          // The same interned object every time: moves carry it and compare it at every ply.
          [](const CoreGame& g) { return nb::steal(PyUnicode_InternFromString(g.identity()->text().c_str())); },
          nb::sig("def identity(self) -> str"), "The identity of these rules, as text.")
      .def_prop_ro(
          "family", [](const CoreGame& g) { return g.identity()->family(); },
          "The name of the rules without options; own for rules in Python.")
      .def_prop_ro("in_python", [](const CoreGame& g) { return g.rules().in_python(); })
      .def_prop_ro("reads_moves", [](const CoreGame& g) { return g.rules().reads_moves(); })
      .def_prop_ro("has_chance", [](const CoreGame& g) { return g.rules().has_chance(); })
      .def_prop_ro(
          "span", [](const CoreGame& g) { return g.rules().span(); },
          "The largest possible score; 0 if outcomes are not points.")
      .def_prop_ro("has_evaluation", [](const CoreGame& g) { return g.rules().has_evaluation(); })
      .def_prop_ro("symmetries", [](const CoreGame& g) { return g.rules().symmetries(); })
      .def("start", [](const CoreGame& g) { return g.rules().start(); })
      .def(
          "turn", [](const CoreGame& g, const ErasedState& s) { return static_cast<int>(g.rules().turn(g.own(s))); },
          "state"_a, "The side to act: 0 first player, 1 second player, 2 chance.")
      .def(
          "mover", [](const CoreGame& g, const ErasedState& s) { return static_cast<int>(g.rules().mover(g.own(s))); },
          "state"_a)
      .def(
          "result",
          [](const CoreGame& g, const ErasedState& s) { return static_cast<int>(g.rules().result(g.own(s))); },
          "state"_a, "0 ongoing, 1 first player won, 2 second player won, 3 draw.")
      .def(
          "points", [](const CoreGame& g, const ErasedState& s) { return g.rules().points(g.own(s)); }, "state"_a,
          "The final score: the first player's points less the second's.")
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
           "The same state with a history: earlier states, latest first, each with the side that acted.")
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
          "Number, height and width of the input planes; 0 if the game has no encoding.")
      .def_prop_ro(
          "actions", [](const CoreGame& g) { return g.rules().actions(); }, "Number of action indexes.")
      .def("encode", &encode, "states"_a, "Input planes of several positions, float32, concatenated.")
      .def("actions_of", &actions_of, "state"_a, "The action index of each legal move of a player.")
      .def("masks", &masks, "states"_a, "Masks of legal actions: a byte for each action of each position.")
      .def("evaluate", &evaluate, "state"_a, "game_options"_a = Options{})
      .def(
          "open_lines",
          [](const CoreGame& g, const ErasedState& s, int side) {
            if (side != 0 && side != 1) throw RulesError("a player is 0 or 1");
            return g.rules().open_lines(g.own(s), static_cast<Side>(side));
          },
          "state"_a, "side"_a, "Open lines that a player has begun, in games won by lines.");
}

KIBITZ_COLD void bind_algorithms(Games& games) {
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
           "Random playouts: first player wins, second player wins, draws, total plies.")
      .def("search", &search, "state"_a, "algorithm"_a, "depth"_a, "control"_a, "seed"_a = 0, "deepen"_a = false,
           "every_move"_a = false, "switches"_a = Switches{}, "tablebase"_a.none() = nb::none(),
           "game_options"_a = Options{}, "weak"_a = false, "evaluation"_a.none() = nb::none())
      .def("search_tree", &tree, "state"_a, "algorithm"_a, "depth"_a, "control"_a, "seed"_a, "deepen"_a, "switches"_a,
           "most_nodes"_a, "game_options"_a = Options{}, "evaluation"_a.none() = nb::none(),
           "The search tree of the last iteration, parents before children.")
      .def_prop_ro(
          "has_endgame", [](const CoreGame& g) { return g.endgames() != nullptr; },
          "Whether it has endgame tablebases.")
      .def_prop_ro(
          "has_selective", [](const CoreGame& g) { return g.selective() != nullptr; },
          "Whether it has a selective search.")
      .def_prop_ro(
          "index_sizes", [](const CoreGame& g) { return g.rules().index_sizes(); },
          "The size of each tier of the index that the author of a game in Python wrote.")
      .def(
          "dense_index",
          [](const CoreGame& g, const ErasedState& s) -> std::optional<std::int64_t> {
            if (g.rules().index_sizes().empty()) throw RulesError("this game has no index of its positions");
            const auto index = g.rules().index(g.own(s));
            return index < 0 ? std::nullopt : std::optional(index);
          },
          "state"_a, "The index of a state in its tier, if it has one.")
      .def(
          "from_dense_index",
          [](const CoreGame& g, std::size_t tier, std::uint64_t index) -> Rules::StatePtr {
            const auto sizes = g.rules().index_sizes();
            if (tier >= sizes.size() || index >= sizes[tier]) throw RulesError("there is no such index");
            auto out = g.rules().start();
            if (!g.rules().place(static_cast<int>(tier), static_cast<std::int64_t>(index), *out)) return nullptr;
            return out;
          },
          "tier"_a, "index"_a, "The position at an index, if there is one.")
      .def_prop_ro(
          "index_size", [](const CoreGame& g) { return g.tiers() != nullptr ? g.tiers()->size() : 0; },
          "Size of the position index; 0 if it has none.")
      .def(
          "solve_graph",
          [](const CoreGame& g, Control& control, std::uint64_t most_positions) {
            const auto found = run_or_raise(g, [&] { return solve_graph(g.rules(), control, most_positions); });
            return std::pair(bytes_of(found.first), bytes_of(found.second));
          },
          "control"_a, "most_positions"_a, "Solve all reachable positions up to symmetry: keys and values.")
      .def("list_boundary", &list_boundary_of, "states"_a, "control"_a, "most_positions"_a,
           "Number of positions of their tier reachable from these, and their children in later tiers; of the start if "
           "empty.")
      .def("solve_block", &solve_block_of, "states"_a, "known"_a, "control"_a, "most_positions"_a,
           nb::sig("def solve_block(self, states: Sequence[State], known: Sequence[tuple[bytes | memoryview, bytes | "
                   "memoryview]], control: Control, most_positions: int) -> tuple[bytes, bytes]"),
           "Solve some positions of a tier and those reachable inside it, given later tiers: keys and values.")
      .def("join_keyed", &join_keyed_of, "parts"_a,
           nb::sig("def join_keyed(self, parts: Sequence[tuple[bytes | memoryview, bytes | memoryview]]) -> "
                   "tuple[bytes, bytes]"),
           "Merge keyed tables.");
}

}  // namespace

EvaluationFunction make_evaluation_function(const CoreGame& g, const nb::object& evaluation) {
  if (evaluation.is_none()) return {};
  return [&rules = g.rules(), &evaluation](const ErasedState& s) {
    const nb::gil_scoped_acquire acquire;
    auto state = rules.in_python() ? python_state(rules, static_cast<const PythonBox&>(s).node()) : rules.copy(s);
    const auto answer = evaluation(std::move(state));
    const double out = PyFloat_AsDouble(answer.ptr());
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    if (!std::isfinite(out)) throw RulesError("an evaluation must be a finite number");
    return out;
  };
}

KIBITZ_COLD void bind_rules(nb::module_& m) {
  nb::class_<ErasedState>(m, "State", "An immutable state of a game.")
      .def_prop_ro("identity", [](const ErasedState& s) { return s.identity()->text(); }, "The identity of its rules.");
  nb::class_<Tablebase>(m, "Tablebase", "A table of exact values, for probing.")
      .def_prop_ro("identity", [](const Tablebase& p) { return p.identity()->text(); }, "The identity of its rules.");

  nb::class_<Repetition>(m, "Repetition", "A rule of repetition, by occurrences; 0 means never.")
      .def(nb::new_(
               [](int claim, int draw, int loss, bool forbidden) { return Repetition{claim, draw, loss, forbidden}; }),
           "claim"_a = 0, "draw"_a = 0, "loss"_a = 0, "forbidden"_a = false);

  Games games(m, "Rules", "The rules of one game with its options.");
  bind_positions(games);
  bind_algorithms(games);

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
      "The rules of a game written in Python; the identity must be unique to them.");
  m.def(
      "make_compiled_rules",
      [](const std::map<std::string, std::uint64_t>& addresses,
         const std::vector<std::tuple<std::size_t, std::size_t, std::size_t>>& fields, std::size_t bytes,
         std::size_t side_offset, bool hides_side, std::pair<int, int> points, const Numbers& start,
         const std::string& identity, const Repetition& repetition, std::vector<std::uint64_t> index_sizes) {
        CompiledLayout layout{{},           bytes,         side_offset, hides_side,
                              points.first, points.second, start,       std::move(index_sizes)};
        for (const auto& [offset, size, count] : fields) layout.fields.push_back({offset, size, count});
        return std::make_shared<const CoreGame>(make_compiled_rules(addresses, std::move(layout), identity), nullptr,
                                                nullptr, nullptr, nullptr, nullptr, nullptr, repetition);
      },
      "addresses"_a, "fields"_a, "bytes"_a, "side_offset"_a, "hides_side"_a, "points"_a, "start"_a, "identity"_a,
      "repetition"_a = Repetition{}, "index_sizes"_a = std::vector<std::uint64_t>{},
      "The rules of a game compiled from Python: the addresses of its methods, the layout of its states (offset, size "
      "and count of each field), the range of its points, the numbers of the first state, the tiers of its index.");
  m.def(
      "key_of_bytes",
      [](nb::bytes bytes) { return key_of_bytes(reinterpret_cast<const unsigned char*>(bytes.c_str()), bytes.size()); },
      "bytes"_a, "The key that compiled rules give a state of these bytes.");
  m.def(
      "python_node", [](const CoreGame& g, const ErasedState& s) { return python_node(g.rules(), g.own(s)); },
      "rules"_a, "state"_a, "The node of a state of a game written in Python.");
  m.def(
      "python_state", [](const CoreGame& g, nb::object node) { return python_state(g.rules(), std::move(node)); },
      "rules"_a, "node"_a, "The state of a node of a game written in Python.");
}

}  // namespace kibitz
