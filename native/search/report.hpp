// Search requests and reports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/position_history.hpp"
#include "base/types.hpp"
#include "base/value.hpp"

namespace kibitz {

class Tablebase;

// Enhancements of alpha-beta. None of them changes the value, only the effort; minimax ignores them.
struct Switches {
  bool fail_hard = false;         // clamp results to the window
  int star = 1;                   // pruning at chance nodes: Star0, Star1 or Star2
  std::uint64_t table_bytes = 0;  // size of the transposition table; 0: none
  bool double_hashing = false;    // a table with double hashing instead of clusters
  bool killers = false;           // order by killer moves
  bool history = false;           // order by the history heuristic
  int first = 1;                  // depth of the first iteration
  int step = 1;                   // plies between iterations
  bool aspiration = false;        // aspiration windows
  int threads = 1;                // threads that share the table (ABDADA); games in Python use one
};

struct SearchRequest {
  std::string algorithm = "alphabeta";
  // Depth in decisions; rolls are not counted.
  int depth = 1;
  // Iterative deepening, so that a stopped search has the answer of the last completed depth.
  bool deepen = false;
  // Evaluate every root move exactly, not only the best one.
  bool every_move = false;
  // Only win, draw or loss, without distance: null windows, so far fewer nodes.
  bool weak = false;
  // Seed of the random choice between equal root moves.
  std::uint64_t seed = 0;
  Switches switches = {};
  // A tablebase of this game; positions in it are not searched.
  const Tablebase* known = nullptr;
  // Search options of this game.
  Options game_options = {};
  // The repetition rule.
  Repetition repetition = {};
};

struct MoveReport {
  Move move = 0;
  Value value;             // for the player to move
  std::vector<Move> line;  // the move and the PV after it
};

// The effort of a search.
struct Counts {
  std::uint64_t nodes = 0;
  std::uint64_t cutoffs = 0;     // nodes left before all moves or rolls were searched
  std::uint64_t table_hits = 0;  // transposition table cutoffs
  std::uint64_t researches = 0;  // re-searches after a window failed

  Counts& operator+=(const Counts& other) {
    nodes += other.nodes;
    cutoffs += other.cutoffs;
    table_hits += other.table_hits;
    researches += other.researches;
    return *this;
  }
};

// A completed iteration; counts and seconds are cumulative.
struct DepthReport {
  int depth = 0;
  Value value;
  std::vector<Move> line;
  Counts counts;
  double seconds = 0;
};

struct SearchReport {
  Value value;
  std::vector<MoveReport> moves;  // best first; only the best one unless `every_move`
  std::vector<DepthReport> depths;
  Counts counts;  // of all threads
  int depth = 0;  // the last completed depth; 0 if none
  double seconds = 0;
  bool stopped = false;  // ended before its full depth by a limit or a request
};

}  // namespace kibitz
