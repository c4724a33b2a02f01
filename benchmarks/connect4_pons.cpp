// Pascal Pons' Connect Four solver as a program for connect4.py, compiled and linked by its own Makefile. In a copy of
// github.com/PascalPons/connect4 this file takes the place of its program:
//
//     cp .../connect4_pons.cpp main.cpp && CPATH=.../benchmarks make
#include "Solver.hpp"
#include "connect4_peer.hpp"

using namespace GameSolver::Connect4;

int main() {
  Solver solver;
  return serve(
      [](const std::string& moves) {
        Position position;
        position.play(moves);
        return position;
      },
      [&solver](const Position& position) { return solver.solve(position); });
}
