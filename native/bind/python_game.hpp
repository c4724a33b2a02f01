// A game written in Python, seen through the same concept as the built-in
// ones. A state is a Python node that caches what the rules said about it (see
// kibitz.games.own); a move is its place in the node's list of moves.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "base/concepts.hpp"

namespace kibitz {

template <bool HasChance>
class PythonGame {
 public:
  // Every step calls Python, so the clock is looked at every time.
  static constexpr bool slow = true;

  struct State {
    nanobind::object node;
    friend bool operator==(const State& a, const State& b) { return a.node.equal(b.node); }
  };
  using Undo = nanobind::object;  // the node we came from

  explicit PythonGame(nanobind::object rules)
      : rules_(std::move(rules)), has_evaluation_(nanobind::cast<bool>(rules_.attr("has_evaluation"))) {}

  State start() const { return {rules_.attr("start_node")()}; }
  Side turn(const State& s) const { return static_cast<Side>(number(s, "turn")); }
  Side mover(const State& s) const { return static_cast<Side>(number(s, "mover")); }
  Result result(const State& s) const { return static_cast<Result>(number(s, "result")); }
  std::uint64_t key(const State& s) const { return nanobind::cast<std::uint64_t>(s.node.attr("key")); }

  void moves(const State& s, MoveList& out) const {
    const auto count = static_cast<Move>(number(s, "count"));
    for (Move move = 0; move < count; ++move) out.push_back(move);
  }

  Undo play(State& s, Move move) const {
    nanobind::object before = s.node;
    s.node = before.attr("child")(move);
    return before;
  }
  void undo(State& s, Move, const Undo& before) const { s.node = before; }

  void chances(const State& s, ChanceList& out) const
    requires HasChance
  {
    Move move = 0;
    for (const auto probability : s.node.attr("probabilities"))
      out.push_back({move++, nanobind::cast<double>(probability)});
  }

  State canonical(const State& s) const { return {s.node.attr("canonical")()}; }

  bool has_evaluation() const { return has_evaluation_; }
  double evaluate(const State& s) const {
    return has_evaluation_ ? nanobind::cast<double>(s.node.attr("evaluation")) : 0.0;
  }

  std::vector<std::int64_t> parts(Move move) const { return {static_cast<std::int64_t>(move)}; }
  Move pack(const std::vector<std::int64_t>& parts) const {
    if (parts.size() != 1 || parts[0] < 0) throw RulesError("a move is its place in the list of moves");
    return static_cast<Move>(parts[0]);
  }
  // Text and drawings of such a game come from its nodes, not from numbers.
  std::vector<std::int64_t> describe(const State&) const { throw RulesError("a Python game describes itself"); }
  State assemble(const std::vector<std::int64_t>&) const { throw RulesError("a Python game assembles itself"); }

 private:
  static int number(const State& s, const char* name) { return nanobind::cast<int>(s.node.attr(name)); }

  nanobind::object rules_;
  bool has_evaluation_;
};

}  // namespace kibitz
