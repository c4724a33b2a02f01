// The same counts as chess_perft.cpp with Disservin's chess-library, which is only built where its folder is given.
#include <chess.hpp>
#include <cstdio>
#include <ctime>

#include "chess_positions.hpp"

namespace {

// Of the processor, so that what else the machine does counts less.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::uint64_t perft(chess::Board& board, int depth) {
  chess::Movelist moves;
  chess::movegen::legalmoves(moves, board);
  if (depth == 1) return static_cast<std::uint64_t>(moves.size());
  std::uint64_t lines = 0;
  for (const auto& move : moves) {
    board.makeMove(move);
    lines += perft(board, depth - 1);
    board.unmakeMove(move);
  }
  return lines;
}

}  // namespace

int main() {
  for (const auto& [fen, depth] : kBenchPositions) {
    chess::Board board(fen);
    const double began = now();
    const auto lines = perft(board, depth);
    std::printf("%llu %.6f\n", static_cast<unsigned long long>(lines), now() - began);
  }
}
