// Sampling searches as Python sees them.
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

Playouts playouts_called(const std::string& name) {
  if (name == "random") return Playouts::random;
  if (name == "rules") return Playouts::rules;
  if (name == "lines") return Playouts::lines;
  if (name == "none") return Playouts::none;
  throw RulesError("games are played out by random, rules or lines, or not at all (none), not by '" + name + "'");
}

SampleRequest make_sample_request(std::uint64_t playouts, std::uint64_t seed, int threads, double exploration,
                                  double urgency, double rave, double bias, const std::string& by, int most_plies,
                                  bool solve, bool enumerate, bool reuse, int gumbel, const Options& game_options) {
  for (const auto number : {exploration, urgency, rave, bias})
    if (!std::isfinite(number)) throw RulesError("what a search weighs by is a number");
  if (exploration < 0 || rave < 0 || bias < 0) throw RulesError("what a search weighs by is not below 0");
  if (most_plies < 1) throw RulesError("a playout has at least one ply");
  SampleRequest out;
  out.playouts = playouts;
  out.seed = seed;
  out.threads = threads;
  out.exploration = exploration;
  out.urgency = urgency;
  out.rave = rave;
  out.bias = bias;
  out.by = playouts_called(by);
  out.most_plies = most_plies;
  out.solve = solve;
  out.enumerate = enumerate;
  out.reuse = reuse;
  out.gumbel = gumbel;
  out.game_options = game_options;
  return out;
}

// A function in Python that gives a state of its game as numbers, and the numbers of its moves.
Encoder encoder_by(const CoreGame& game, const Network& network, const nb::object& encoder) {
  if (encoder.is_none()) return {};
  return [&rules = game.rules(), &network, &encoder](const ErasedState& s, std::vector<float>& planes,
                                                     std::vector<int>& actions) {
    const nb::gil_scoped_acquire acquire;
    auto state = rules.in_python() ? python_state(rules, static_cast<const PythonBox&>(s).node()) : rules.copy(s);
    const auto said = nb::cast<std::pair<std::vector<float>, std::vector<int>>>(encoder(std::move(state)));
    if (said.first.size() != planes.size()) throw RulesError("this network was made for another board");
    planes = said.first;
    actions = said.second;
    for (const int action : actions)
      if (action < 0 || action >= network.shape().actions) throw RulesError("this network was made for other moves");
  };
}

SampleReport sample(Sampler& sampler, const ErasedState& state, SampleRequest request, Control& control,
                    const Tablebase* known, const nb::object& evaluation, const Network* network,
                    const nb::object& encoder) {
  const auto& game = sampler.game();
  game.own(state);
  if (known != nullptr) game.own(*known);
  prepare(game, request.game_options);
  request.repetition = game.repetition();
  const Occupied used(sampler.in_use);
  const auto judge = judge_by(game, evaluation);
  std::optional<NetworkOracle> oracle;
  if (network != nullptr) {
    oracle.emplace(*network, sampler.rules(), encoder_by(game, *network, encoder));
    request.oracle = &*oracle;
  }
  return run_long(game, [&] { return sampler.think(state, request, control, known, judge ? &judge : nullptr); });
}

std::unique_ptr<Sampler> make_sampler(const CoreGame& game, std::uint64_t bytes) {
  return std::make_unique<Sampler>(game, bytes);
}

KIBITZ_COLD void bind_answers(nb::module_& m) {
  nb::class_<SampledMove>(m, "SampledMove", "A move, its value to the player who makes it, and how often it was tried.")
      .def_ro("move", &SampledMove::move)
      .def_ro("value", &SampledMove::value)
      .def_ro("visits", &SampledMove::visits)
      .def_ro("prior", &SampledMove::prior)
      .def_ro("mean", &SampledMove::mean)
      .def_ro("line", &SampledMove::line);

  nb::class_<SampleStage>(m, "SampleStage", "What a sampling search knew after so many playouts.")
      .def_ro("playouts", &SampleStage::playouts)
      .def_ro("value", &SampleStage::value)
      .def_ro("line", &SampleStage::line)
      .def_ro("seconds", &SampleStage::seconds);

  nb::class_<SampleReport>(m, "SampleReport", "What a sampling search found.")
      .def_ro("value", &SampleReport::value)
      .def_ro("moves", &SampleReport::moves)
      .def_ro("stages", &SampleReport::stages)
      .def_ro("playouts", &SampleReport::playouts)
      .def_ro("nodes", &SampleReport::nodes)
      .def_ro("reused", &SampleReport::reused)
      .def_ro("depth", &SampleReport::depth)
      .def_ro("seconds", &SampleReport::seconds)
      .def_ro("stopped", &SampleReport::stopped)
      .def_ro("full", &SampleReport::full);

  nb::class_<SampledNode>(m, "SampledNode", "A node of the tree; values are the first player's, from -1 to 1.")
      .def_ro("parent", &SampledNode::parent)
      .def_ro("move", &SampledNode::move)
      .def_prop_ro("turn", [](const SampledNode& node) { return static_cast<int>(node.turn); })
      .def_ro("ended", &SampledNode::ended)
      .def_ro("grown", &SampledNode::grown)
      .def_ro("visits", &SampledNode::visits)
      .def_ro("mean", &SampledNode::mean)
      .def_ro("lower", &SampledNode::lower)
      .def_ro("upper", &SampledNode::upper);
}

}  // namespace

KIBITZ_COLD void bind_sample(nb::module_& m) {
  bind_answers(m);
  nb::class_<SampleRequest>(m, "SampleRequest", "What a sampling search is asked.")
      .def(nb::new_(&make_sample_request), nb::kw_only(), "playouts"_a = 0, "seed"_a = 0, "threads"_a = 1,
           "exploration"_a = 1.0, "urgency"_a = -1.0, "rave"_a = 0.0, "bias"_a = 0.0, "by"_a = "random",
           "most_plies"_a = 2000, "solve"_a = true, "enumerate"_a = false, "reuse"_a = false, "gumbel"_a = 0,
           "game_options"_a = Options{});

  nb::class_<Network>(m, "Network", "A small network that judges positions and says which moves look good.")
      .def(nb::new_(
               [](int inputs, int hidden, int blocks, int actions, const nb::bytes& numbers, int height, int width) {
                 if (numbers.size() % sizeof(float) != 0) throw RulesError("a network ends in the middle of a number");
                 std::vector<float> floats(numbers.size() / sizeof(float));
                 if (!floats.empty()) std::memcpy(floats.data(), numbers.c_str(), numbers.size());
                 return std::make_unique<Network>(NetworkShape{inputs, hidden, blocks, actions, height, width}, floats);
               }),
           "inputs"_a, "hidden"_a, "blocks"_a, "actions"_a, "numbers"_a, "height"_a = 0, "width"_a = 0)
      .def(
          "judge",
          [](const Network& network, const std::vector<float>& inputs) {
            const auto& shape = network.shape();
            const auto each = static_cast<std::size_t>(shape.inputs);
            if (inputs.size() % each != 0) throw RulesError("that is no whole number of positions");
            std::vector<std::pair<float, std::vector<float>>> out;
            for (std::size_t at = 0; at < inputs.size(); at += each) {
              std::vector<float> moves(static_cast<std::size_t>(shape.actions));
              const float value = network.judge(inputs.data() + at, moves.data());
              out.emplace_back(value, std::move(moves));
            }
            return out;
          },
          "inputs"_a,
          "For each of several positions, one after the other: its value to the mover, and how good moves look.");

  nb::class_<Sampler>(m, "Sampler", "A sampling search that remembers its tree; one thread at a time.")
      .def_prop_ro(
          "identity", [](const Sampler& sampler) { return sampler.identity()->text(); },
          "Of the rules that it belongs to.")
      .def(
          "forget",
          [](Sampler& sampler) {
            const Occupied used(sampler.in_use);
            sampler.forget();
          },
          "Forgets its tree.")
      .def("think", &sample, "state"_a, "request"_a, "control"_a, "known"_a.none() = nb::none(),
           "evaluation"_a.none() = nb::none(), "network"_a.none() = nb::none(), "encoder"_a.none() = nb::none(),
           "Samples until its playouts are made or the control says stop.")
      .def(
          "tree",
          [](Sampler& sampler, int depth, std::size_t most) {
            const Occupied used(sampler.in_use);
            return sampler.tree(depth, most);
          },
          "depth"_a, "most"_a, "The tree of the last search down to a depth, parents before children.");

  m.def("make_sampler", &make_sampler, "rules"_a, "bytes"_a, nb::keep_alive<0, 1>(),
        "A sampling search whose tree takes at most so much memory.");
}

}  // namespace kibitz
