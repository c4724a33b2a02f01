// A record of the tree that a search visited, for people to look at.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "search/score.hpp"

namespace kibitz {

struct TraceNode {
  enum class Kind : std::uint8_t { decision, chance, table, horizon, end };

  std::int64_t parent = -1;  // its place in the list; -1 for the root
  Move move = 0;             // what led here from the parent
  Kind kind = Kind::decision;
  Side mover = Side::first;
  int depth = 0;
  // The window and the value found, as the mover sees them; an open side of
  // the window is an infinite estimate.
  Value alpha, beta, value;
  bool failed_low = false;    // the value is at most this
  bool failed_high = false;   // the value is at least this
  std::uint32_t skipped = 0;  // moves or outcomes that were never looked at
};

class TreeTrace {
 public:
  explicit TreeTrace(std::size_t most_nodes) : most_(most_nodes) {}

  // Begins a new depth: only the last one is kept.
  void clear() {
    nodes_.clear();
    open_.clear();
  }

  // The move about to be played.
  void step(Move move) { move_ = move; }

  template <class Score>
  void enter(Side mover, int depth, int ply, Score alpha, Score beta) {
    if (nodes_.size() >= most_)
      throw RulesError("the tree has more than " + std::to_string(most_) +
                       " nodes, too many to look at; lower the depth or start from a later position");
    TraceNode node;
    node.parent = open_.empty() ? -1 : static_cast<std::int64_t>(open_.back());
    node.move = move_;
    node.mover = mover;
    node.depth = depth;
    node.alpha = edge(alpha, ply);
    node.beta = edge(beta, ply);
    open_.push_back(nodes_.size());
    nodes_.push_back(node);
  }

  TraceNode& current() { return nodes_[open_.back()]; }

  template <class Score>
  void leave(Score value, int ply, bool failed_low, bool failed_high) {
    auto& node = current();
    node.value = seen_from_here(value, ply);
    node.failed_low = failed_low;
    node.failed_high = failed_high;
    move_ = node.move;  // should the same move be looked at again
    open_.pop_back();
  }

  // Where outcomes are points, the most that anybody can win by.
  void set_span(double span) { span_ = span; }

  std::vector<TraceNode>& nodes() { return nodes_; }

 private:
  // Plies counted from the node.
  template <class Score>
  Value seen_from_here(Score score, int ply) const {
    using Scores = Scoring<Score>;
    return Scores::value(Scores::from_table(Scores::to_table(score, ply), 0), false, span_);
  }

  template <class Score>
  Value edge(Score score, int ply) const {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (score > Scoring<Score>::best()) return {Value::Kind::estimate, infinite, false};
    if (score < -Scoring<Score>::best()) return {Value::Kind::estimate, -infinite, false};
    return seen_from_here(score, ply);
  }

  std::size_t most_;
  double span_ = 0;
  Move move_ = 0;
  std::vector<TraceNode> nodes_;
  std::vector<std::size_t> open_;  // from the root to the node being visited
};

}  // namespace kibitz
