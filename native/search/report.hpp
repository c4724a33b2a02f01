// What a search is asked and what it answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/types.hpp"
#include "search/score.hpp"

namespace kibitz {

struct SearchRequest {
  std::string algorithm = "alphabeta";
  // How many decisions ahead; rolls of the dice in between are not counted.
  int depth = 1;
  // Deepen from 1 to `depth` a ply at a time, so that a search that is stopped
  // has the answer of the last depth it finished.
  bool deepen = false;
  // Value every root move exactly, not only the best one.
  bool every_move = false;
  // Orders equal moves at the root by chance, the same chance for the same seed.
  std::uint64_t seed = 0;
};

struct MoveReport {
  Move move = 0;
  Value value;             // for the player who makes the move
  std::vector<Move> line;  // the move and what is expected after it
};

struct SearchReport {
  Value value;
  std::vector<MoveReport> moves;  // best first; only the best one unless every move was asked for
  std::uint64_t nodes = 0;
  int depth = 0;  // the last depth finished; 0 if none was
  double seconds = 0;
  bool stopped = false;  // a limit or a request ended it before its full depth
};

}  // namespace kibitz
