// Python bindings of Monte Carlo tree search.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstring>
#include <optional>

#include "base/cold.hpp"
#include "base/threads.hpp"
#include "bind/bindings.hpp"
#include "bind/long_work.hpp"
#include "bind/mcts_tree.hpp"
#include "bind/python_box.hpp"
#include "bind/python_evaluation.hpp"
#include "bind/python_rules.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kibitz {
namespace {

PlayoutPolicy playout_policy_from(const std::string& name) {
  if (name == "random") return PlayoutPolicy::random;
  if (name == "rules") return PlayoutPolicy::rules;
  if (name == "lines") return PlayoutPolicy::lines;
  if (name == "none") return PlayoutPolicy::none;
  throw RulesError("a playout policy is random, rules, lines or none, not '" + name + "'");
}

MctsRequest make_mcts_request(std::uint64_t playouts, std::uint64_t seed, int threads, double exploration,
                              double fpu_reduction, double rave, double bias, const std::string& playout_policy,
                              int max_plies, bool solve, bool enumerate, bool reuse, int gumbel,
                              const Options& game_options) {
  for (const auto number : {exploration, fpu_reduction, rave, bias})
    if (!std::isfinite(number)) throw RulesError("the parameters of a search must be finite numbers");
  if (exploration < 0 || rave < 0 || bias < 0) throw RulesError("exploration, rave and bias must not be negative");
  if (max_plies < 1) throw RulesError("a playout has at least one ply");
  MctsRequest out;
  out.playouts = playouts;
  out.seed = seed;
  out.threads = threads;
  out.exploration = exploration;
  out.fpu_reduction = fpu_reduction;
  out.rave = rave;
  out.bias = bias;
  out.playout_policy = playout_policy_from(playout_policy);
  out.max_plies = max_plies;
  out.solve = solve;
  out.enumerate = enumerate;
  out.reuse = reuse;
  out.gumbel = gumbel;
  out.game_options = game_options;
  return out;
}

// A Python function that encodes a state as network inputs, and the indices of its moves.
Encoder make_encoder(const CoreGame& game, const Network& network, const nb::object& encoder) {
  if (encoder.is_none()) return {};
  return [&rules = game.rules(), &network, &encoder](const ErasedState& s, std::vector<float>& planes,
                                                     std::vector<int>& actions) {
    const nb::gil_scoped_acquire acquire;
    auto state = rules.in_python() ? python_state(rules, static_cast<const PythonBox&>(s).node()) : rules.copy(s);
    const auto encoded = nb::cast<std::pair<std::vector<float>, std::vector<int>>>(encoder(std::move(state)));
    if (encoded.first.size() != planes.size()) throw RulesError("this network was made for another board");
    planes = encoded.first;
    actions = encoded.second;
    for (const int action : actions)
      if (action < 0 || action >= network.shape().actions) throw RulesError("this network was made for other moves");
  };
}

MctsReport search_mcts(MctsEngine& engine, const ErasedState& state, MctsRequest request, Control& control,
                       const Tablebase* tablebase, const nb::object& evaluation, const Network* network,
                       const nb::object& encoder) {
  const auto& game = engine.game();
  game.own(state);
  if (tablebase != nullptr) game.own(*tablebase);
  prepare(game, request.game_options);
  request.repetition = game.repetition();
  const ExclusiveUse used(engine.in_use);
  const auto evaluation_function = make_evaluation_function(game, evaluation);
  std::optional<RulesNetworkEvaluator> evaluator;
  if (network != nullptr) {
    evaluator.emplace(*network, engine.rules(), make_encoder(game, *network, encoder));
    request.network = &*evaluator;
  }
  return run_long(game, [&] {
    return engine.search(state, request, control, tablebase, evaluation_function ? &evaluation_function : nullptr);
  });
}

std::unique_ptr<MctsEngine> make_mcts_engine(const CoreGame& game, std::uint64_t bytes) {
  return std::make_unique<MctsEngine>(game, bytes);
}

KIBITZ_COLD void bind_mcts_reports(nb::module_& m) {
  nb::class_<MctsMove>(m, "MctsMove",
                       "A root move with its value for the player who makes it, visits and principal variation.")
      .def_ro("move", &MctsMove::move)
      .def_ro("value", &MctsMove::value)
      .def_ro("visits", &MctsMove::visits)
      .def_ro("prior", &MctsMove::prior)
      .def_ro("mean", &MctsMove::mean)
      .def_ro("line", &MctsMove::line);

  nb::class_<MctsStage>(m, "MctsStage", "The state of the search after a number of playouts.")
      .def_ro("playouts", &MctsStage::playouts)
      .def_ro("value", &MctsStage::value)
      .def_ro("line", &MctsStage::line)
      .def_ro("seconds", &MctsStage::seconds);

  nb::class_<MctsReport>(m, "MctsReport", "The result of a Monte Carlo tree search.")
      .def_ro("value", &MctsReport::value)
      .def_ro("moves", &MctsReport::moves)
      .def_ro("stages", &MctsReport::stages)
      .def_ro("playouts", &MctsReport::playouts)
      .def_ro("nodes", &MctsReport::nodes)
      .def_ro("reused", &MctsReport::reused)
      .def_ro("depth", &MctsReport::depth)
      .def_ro("seconds", &MctsReport::seconds)
      .def_ro("stopped", &MctsReport::stopped)
      .def_ro("full", &MctsReport::full);

  nb::class_<MctsTreeNode>(m, "MctsTreeNode", "A node of the tree; values are the first player's, from -1 to 1.")
      .def_ro("parent", &MctsTreeNode::parent)
      .def_ro("move", &MctsTreeNode::move)
      .def_prop_ro("turn", [](const MctsTreeNode& node) { return static_cast<int>(node.turn); })
      .def_ro("terminal", &MctsTreeNode::terminal)
      .def_ro("expanded", &MctsTreeNode::expanded)
      .def_ro("visits", &MctsTreeNode::visits)
      .def_ro("mean", &MctsTreeNode::mean)
      .def_ro("lower", &MctsTreeNode::lower)
      .def_ro("upper", &MctsTreeNode::upper);
}

}  // namespace

KIBITZ_COLD void bind_mcts(nb::module_& m) {
  bind_mcts_reports(m);
  nb::class_<MctsRequest>(m, "MctsRequest", "Limits and parameters of a Monte Carlo tree search.")
      .def(nb::new_(&make_mcts_request), nb::kw_only(), "playouts"_a = 0, "seed"_a = 0, "threads"_a = 1,
           "exploration"_a = 1.0, "fpu_reduction"_a = -1.0, "rave"_a = 0.0, "bias"_a = 0.0,
           "playout_policy"_a = "random", "max_plies"_a = 2000, "solve"_a = true, "enumerate"_a = false,
           "reuse"_a = false, "gumbel"_a = 0, "game_options"_a = Options{});

  nb::class_<Network>(m, "Network", "A policy and value network.")
      .def(nb::new_(
               [](int inputs, int hidden, int blocks, int actions, const nb::bytes& parameters, int height, int width) {
                 if (parameters.size() % sizeof(float) != 0)
                   throw RulesError("the parameters of a network are not whole floats");
                 std::vector<float> floats(parameters.size() / sizeof(float));
                 if (!floats.empty()) std::memcpy(floats.data(), parameters.c_str(), parameters.size());
                 return std::make_unique<Network>(NetworkShape{inputs, hidden, blocks, actions, height, width}, floats);
               }),
           "inputs"_a, "hidden"_a, "blocks"_a, "actions"_a, "parameters"_a, "height"_a = 0, "width"_a = 0)
      .def(
          "evaluate",
          [](const Network& network, const std::vector<float>& inputs) {
            const auto& shape = network.shape();
            const auto each = static_cast<std::size_t>(shape.inputs);
            if (inputs.size() % each != 0) throw RulesError("the inputs are not a whole number of positions");
            std::vector<std::pair<float, std::vector<float>>> out;
            for (std::size_t at = 0; at < inputs.size(); at += each) {
              std::vector<float> moves(static_cast<std::size_t>(shape.actions));
              const float value = network.evaluate(inputs.data() + at, moves.data());
              out.emplace_back(value, std::move(moves));
            }
            return out;
          },
          "inputs"_a, "The value for the mover and the logits of the moves, for each of several positions.");

  nb::class_<MctsEngine>(m, "MctsEngine", "A Monte Carlo tree search that keeps its tree; one thread at a time.")
      .def_prop_ro(
          "identity", [](const MctsEngine& engine) { return engine.identity()->text(); }, "The identity of its rules.")
      .def(
          "clear",
          [](MctsEngine& engine) {
            const ExclusiveUse used(engine.in_use);
            engine.clear();
          },
          "Clear the tree.")
      .def("search", &search_mcts, "state"_a, "request"_a, "control"_a, "tablebase"_a.none() = nb::none(),
           "evaluation"_a.none() = nb::none(), "network"_a.none() = nb::none(), "encoder"_a.none() = nb::none(),
           "Search until the playouts are complete, the root is proved or the control stops.")
      .def(
          "tree",
          [](MctsEngine& engine, int depth, std::size_t max_nodes) {
            const ExclusiveUse used(engine.in_use);
            return engine.tree(depth, max_nodes);
          },
          "depth"_a, "max_nodes"_a, "The tree of the last search down to a depth, parents before children.");

  m.def("make_mcts_engine", &make_mcts_engine, "rules"_a, "bytes"_a, nb::keep_alive<0, 1>(),
        "A Monte Carlo tree search with a limit of memory for its tree.");
}

}  // namespace kibitz
