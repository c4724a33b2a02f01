// A recording of the tree that a search visits, for display.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "search/score.hpp"

namespace kibitz {

struct TraceNode {
  enum class Kind : std::uint8_t { decision, chance, table, horizon, end };

  std::int64_t parent = -1;  // index in the list; -1 for the root
  Move move = 0;             // the move from the parent
  Kind kind = Kind::decision;
  Side mover = Side::first;
  int depth = 0;
  // Window and value, from the mover's point of view; an infinite estimate is an open side of the window.
  Value alpha, beta, value;
  bool failed_low = false;    // the value is at most this
  bool failed_high = false;   // the value is at least this
  std::uint32_t skipped = 0;  // moves or rolls that were pruned
};

class TreeTrace {
 public:
  explicit TreeTrace(std::size_t most_nodes) : max_nodes_(most_nodes) {}

  // Starts a new iteration; only the last one is kept.
  void clear() {
    nodes_.clear();
    open_.clear();
  }

  // The move about to be played.
  void step(Move move) { move_ = move; }

  template <class Score>
  void enter(Side mover, int depth, int ply, Score alpha, Score beta) {
    if (nodes_.size() >= max_nodes_)
      throw RulesError("the tree has more than " + std::to_string(max_nodes_) +
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
    move_ = node.move;  // in case the same move is searched again
    open_.pop_back();
  }

  // The maximum margin, if outcomes are points.
  void set_span(double span) { span_ = span; }

  std::vector<TraceNode>& nodes() { return nodes_; }

 private:
  // Converts a score to a value with the distance from the node.
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

  std::size_t max_nodes_;
  double span_ = 0;
  Move move_ = 0;
  std::vector<TraceNode> nodes_;
  std::vector<std::size_t> open_;  // from the root to the node being visited
};

}  // namespace kibitz
