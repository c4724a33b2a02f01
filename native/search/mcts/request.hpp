// Request and report of a Monte Carlo tree search.
#pragma once

#include <cstdint>
#include <vector>

#include "base/position_history.hpp"
#include "base/types.hpp"
#include "base/value.hpp"
#include "search/mcts/board.hpp"

namespace kibitz {

class NetworkEvaluator;

struct MctsRequest {
  std::uint64_t playouts = 0;  // maximum; 0: until stopped or proved
  std::uint64_t seed = 0;
  int threads = 1;
  double exploration = 1;
  double fpu_reduction =
      -1;           // first-play urgency: unvisited moves get the parent's value less this; below 0: visited first
  double rave = 0;  // equivalence parameter: playouts at which the move's own mean has half the weight; 0: no RAVE
  double bias = 0;  // progressive bias by the game's move priority
  PlayoutPolicy playout_policy = PlayoutPolicy::random;
  int max_plies = 2000;    // longer playouts end with the static evaluation
  bool solve = true;       // MCTS-Solver: back up proved bounds
  bool enumerate = false;  // chance outcomes in proportion to their probability instead of at random
  bool reuse = false;      // continue with the subtree of the last tree
  // Evaluates leaves instead of playouts and gives the priors for PUCT, if not null. Leaves are then expanded at their
  // first visit.
  const NetworkEvaluator* network = nullptr;
  int gumbel = 0;  // number of root moves considered by Gumbel root selection, with a network; 0: off
  Repetition repetition = {};
  Options game_options = {};
};

// A move at the root.
struct MctsMove {
  Move move = 0;
  Value value;  // for the player who makes the move
  double visits = 0;
  double prior = 0;  // the network's policy, or the weight in the game's move priority
  double mean = 0;   // for the player who makes the move, from -1 to 1
  std::vector<Move> line;
};

// The state of the search after a number of playouts.
struct MctsStage {
  std::uint64_t playouts = 0;
  Value value;
  std::vector<Move> line;
  double seconds = 0;
};

struct MctsReport {
  Value value;
  std::vector<MctsMove> moves;  // best first
  std::vector<MctsStage> stages;
  std::uint64_t playouts = 0;  // of this search
  std::uint64_t nodes = 0;     // in the tree
  std::uint64_t reused = 0;    // nodes kept from the last search
  int depth = 0;               // of the deepest node
  double seconds = 0;
  bool stopped = false;  // before the playouts were complete
  bool full = false;     // the tree has reached its memory limit
};

// A node of the tree for display.
struct MctsTreeNode {
  std::int64_t parent = -1;  // index in the list; -1 for the root
  Move move = 0;
  Side turn = Side::first;
  bool terminal = false, expanded = false;
  std::uint64_t visits = 0;
  // From the first player's point of view: the mean, and the proved bounds.
  double mean = 0, lower = -1, upper = 1;
};

}  // namespace kibitz
