// What a sampling search is asked and what it answers.
#pragma once

#include <cstdint>
#include <vector>

#include "base/position_history.hpp"
#include "base/types.hpp"
#include "base/value.hpp"
#include "search/mcts/board.hpp"

namespace kibitz {

class Oracle;

struct SampleRequest {
  std::uint64_t playouts = 0;  // at most so many; 0: until the control says stop or all is proven
  std::uint64_t seed = 0;
  int threads = 1;
  double exploration = 1;
  double urgency = -1;  // an untried move is taken for so much less than its parent; below 0: it is tried first
  double rave = 0;      // as many playouts as it takes to trust a move's own mean half; 0: no RAVE
  double bias = 0;      // how much what a move promises counts at first
  Playouts by = Playouts::random;
  int most_plies = 2000;   // a playout that takes longer is judged by the evaluation
  bool solve = true;       // keep what is proven: bounds on outcomes
  bool enumerate = false;  // chance does what is most behind its share, instead of what it is likely to
  bool reuse = false;      // go on with what is left of the last tree
  // Judges instead of playouts, and says which moves to try first (PUCT), if it is there; it is asked where the tree
  // ends, so that the tree grows at once.
  const Oracle* oracle = nullptr;
  int gumbel = 0;  // with it, at the root so many moves are tried by Gumbel's trick; 0: none
  Repetition repetition = {};
  Options game_options = {};
};

// A move at the root.
struct SampledMove {
  Move move = 0;
  Value value;  // for the player who makes the move
  double visits = 0;
  double prior = 0;  // how likely the oracle thought it to be best; else what it promised
  double mean = 0;   // for the player who makes the move, from -1 to 1
  std::vector<Move> line;
};

// What was known after so many playouts.
struct SampleStage {
  std::uint64_t playouts = 0;
  Value value;
  std::vector<Move> line;
  double seconds = 0;
};

struct SampleReport {
  Value value;
  std::vector<SampledMove> moves;  // best first
  std::vector<SampleStage> stages;
  std::uint64_t playouts = 0;  // of this search
  std::uint64_t nodes = 0;     // in the tree
  std::uint64_t reused = 0;    // of those, left over from the last search
  int depth = 0;               // of the deepest node
  double seconds = 0;
  bool stopped = false;  // told to before its playouts were made
  bool full = false;     // the tree had no more room to grow
};

// A node of the tree, for people to look at.
struct SampledNode {
  std::int64_t parent = -1;  // its place in the list; -1 for the root
  Move move = 0;
  Side turn = Side::first;
  bool ended = false, grown = false;
  std::uint64_t visits = 0;
  // As the first player sees them: the mean of what was sampled, and what is proven.
  double mean = 0, lower = -1, upper = 1;
};

}  // namespace kibitz
