// Counts lines of some positions with Kibitz's generator: lines and seconds, a row for each.
#include <array>
#include <cstdio>
#include <ctime>
#include <string>

#include "chess_positions.hpp"
#include "games/chess/tactics.hpp"

namespace kibitz::chess {
namespace {

// Of the processor, so that what else the machine does counts less.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// The last two plies are counted without being made.
std::uint64_t perft(Board& b, int depth) {
  if (depth == 1) return count_moves(b);
  std::array<Move, kMaxMoves> moves;
  const Move* const end = generate_moves<GenType::all>(b, moves.data());
  std::uint64_t lines = 0;
  for (const Move* move = moves.data(); move != end; ++move) {
    const Undo before = play(b, *move);
    lines += perft(b, depth - 1);
    undo(b, *move, before);
  }
  return lines;
}

// FEN; these positions are known to be right.
Board board_of(const char* fen) {
  Board b;
  int file = 0, rank = 7;
  const char* at = fen;
  for (; *at != ' '; ++at) {
    const std::string letters = "PNBRQKpnbrqk";
    if (*at == '/') {
      file = 0;
      --rank;
    } else if (*at >= '1' && *at <= '8') {
      file += *at - '0';
    } else {
      const auto piece = static_cast<int>(letters.find(*at));
      b.put(static_cast<Colour>(piece / 6), static_cast<Kind>(piece % 6), square_at(file++, rank));
    }
  }
  b.mover = *++at == 'w' ? white : black;
  if (b.mover == black) b.key ^= kZobrist.black_to_move;
  for (at += 2; *at != ' ' && *at != 0; ++at) {
    if (*at == 'K') b.castling_rooks |= bit(7);
    if (*at == 'Q') b.castling_rooks |= bit(0);
    if (*at == 'k') b.castling_rooks |= bit(63);
    if (*at == 'q') b.castling_rooks |= bit(56);
  }
  b.key ^= castling_key(b.castling_rooks);
  return b;
}

int run() {
  init_attacks();
  for (const auto& [fen, depth] : kBenchPositions) {
    Board b = board_of(fen);
    const double began = now();
    const auto lines = perft(b, depth);
    std::printf("%llu %.6f\n", static_cast<unsigned long long>(lines), now() - began);
  }
  return 0;
}

}  // namespace
}  // namespace kibitz::chess

int main() { return kibitz::chess::run(); }
