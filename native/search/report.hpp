// What a search is asked and what it answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/position_history.hpp"
#include "base/types.hpp"
#include "base/value.hpp"

namespace kibitz {

class Tablebase;

// What a search does beyond its algorithm. None of it changes the value found,
// only the work it takes; minimax heeds none of it.
struct Switches {
  bool fail_hard = false;         // results outside the window are pulled to its edge
  int star = 1;                   // chance nodes by Star0, Star1 or Star2
  std::uint64_t table_bytes = 0;  // memory for positions already seen; 0: no table
  bool double_hashing = false;    // keep them by double hashing instead of in clusters
  bool killers = false;           // try the moves first that cut at the same ply elsewhere
  bool history = false;           // then those that cut often anywhere
  int first = 1;                  // how deep deepening looks first
  int step = 1;                   // plies by which it deepens then
  bool aspiration = false;        // deepening starts each depth close around the last value
  int threads = 1;                // more of them share the table; games in Python use one
};

struct SearchRequest {
  std::string algorithm = "alphabeta";
  // How many decisions ahead; rolls of the dice in between are not counted.
  int depth = 1;
  // Deepen towards `depth` a step at a time, so that a search that is stopped
  // has the answer of the last depth it finished.
  bool deepen = false;
  // Value every root move exactly, not only the best one.
  bool every_move = false;
  // Only who wins, not how soon: narrower windows, so far fewer positions.
  bool weak = false;
  // Ranks equal moves at the root by chance, the same chance for the same seed.
  std::uint64_t seed = 0;
  Switches switches = {};
  // A table of this game: what it knows is not searched.
  const Tablebase* known = nullptr;
  // What only this game's searches know.
  Options game_options = {};
  // What it means that a position comes back.
  Repetition repetition = {};
};

struct MoveReport {
  Move move = 0;
  Value value;             // for the player who makes the move
  std::vector<Move> line;  // the move and what is expected after it
};

// How much work a search was.
struct Counts {
  std::uint64_t nodes = 0;
  std::uint64_t cutoffs = 0;     // nodes left before all their moves or outcomes were looked at
  std::uint64_t table_hits = 0;  // nodes that the table answered
  std::uint64_t researches = 0;  // searches done again because the window was too narrow

  Counts& operator+=(const Counts& other) {
    nodes += other.nodes;
    cutoffs += other.cutoffs;
    table_hits += other.table_hits;
    researches += other.researches;
    return *this;
  }
};

// One finished depth; counts and seconds are those since the search began.
struct DepthReport {
  int depth = 0;
  Value value;
  std::vector<Move> line;
  Counts counts;
  double seconds = 0;
};

struct SearchReport {
  Value value;
  std::vector<MoveReport> moves;  // best first; only the best one unless every move was asked for
  std::vector<DepthReport> depths;
  Counts counts;  // of all threads
  int depth = 0;  // the last depth finished; 0 if none was
  double seconds = 0;
  bool stopped = false;  // a limit or a request ended it before its full depth
};

}  // namespace kibitz
