// Pascal Pons' Connect Four solver as a library for connect4.py; in a copy of github.com/PascalPons/connect4:
//
//     c++ -std=c++17 -O3 -DNDEBUG -shared -fPIC -I. .../connect4_pons.cpp Solver.cpp -o libpons.so
#include <string>
#include <vector>

#include "Solver.hpp"

namespace {
using namespace GameSolver::Connect4;

std::vector<Position> positions;
}  // namespace

extern "C" void prepare(int count, const char* const* moves) {
  positions.assign(static_cast<std::size_t>(count), Position());
  for (int i = 0; i < count; ++i) positions[static_cast<std::size_t>(i)].play(std::string(moves[i]));
}

extern "C" void solve(int* scores) {
  static Solver solver;
  for (const auto& position : positions) *scores++ = solver.solve(position);
}
