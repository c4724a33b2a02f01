// Christophe Steininger's Connect Four solver as a library for connect4.py; in a copy of
// github.com/ChristopheSteininger/c4, with NUM_TABLE_ENTRIES = 8388617 (64 MB) in src/solver/settings.h:
//
//     c++ -std=c++20 -O3 -flto -DNDEBUG -shared -fPIC -Isrc/solver .../connect4_c4.cpp $(find src/solver -name '*.cpp')
//         -o libc4.so
//
// Its search is asked in the thread of the caller, as its `Solver` would ask it in threads of its own.
#include <algorithm>
#include <memory>
#include <vector>

#include "search.h"

namespace {
std::vector<Position> positions;

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

extern "C" void prepare(int count, const char* const* moves) {
  positions.assign(static_cast<std::size_t>(count), Position());
  for (int i = 0; i < count; ++i)
    for (const char* move = moves[i]; *move != 0; ++move) positions[static_cast<std::size_t>(i)].move(*move - '1');
}

extern "C" void solve(int* scores) {
  static const Table table;
  static Search search(0, table, std::make_shared<Stats>(), std::make_shared<Progress>());
  for (const auto& position : positions) *scores++ = score_of(search, position);
}
