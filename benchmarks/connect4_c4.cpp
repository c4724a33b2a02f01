// Christophe Steininger's Connect Four solver as a program for connect4.py, compiled and linked by its own
// CMakeLists.txt. In a copy of github.com/ChristopheSteininger/c4, with NUM_TABLE_ENTRIES = 8388617 (64 MB) in
// src/solver/settings.h, this file takes the place of one of its programs (its link options are Clang's):
//
//     cp .../connect4_c4.cpp src/random.cpp
//     cmake -B build -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_CXX_FLAGS=-I.../benchmarks
//     cmake --build build --target random
//
// Its search is called in the main thread as its `Solver` calls it in threads of its own.
#include <algorithm>
#include <memory>

#include "connect4_peer.hpp"
#include "solver/search.h"

namespace {
Position parse(const std::string& moves) {
  Position position;
  for (const char move : moves) position.move(move - '1');
  return position;
}

int score_of(Search& search, Position position) {
  if (position.wins_this_move(position.find_player_threats())) return position.score_win();
  int alpha = std::max(position.score_loss(), Position::MIN_SCORE);
  int beta = std::min(position.score_win(), Position::MAX_SCORE);
  int score = (alpha + beta) / 2;
  while (alpha < beta) {
    const int window = std::max(score, alpha + 1);
    score = search.search(position, window - 1, window, 0);
    (score < window ? beta : alpha) = score;
  }
  return score;
}
}  // namespace

int main() {
  const Table table;
  Search search(0, table, std::make_shared<Stats>(), std::make_shared<Progress>());
  return serve(parse, [&search](const Position& position) { return score_of(search, position); });
}
