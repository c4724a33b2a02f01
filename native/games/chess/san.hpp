// Standard algebraic notation as programs write it: `Nf3`, `Rad1`, `exd5`, `e8=Q+`, `O-O`.
#pragma once

#include <optional>
#include <string_view>

#include "games/chess/movegen.hpp"

namespace kibitz::chess {

// What a text says of a move; -1 for parts it leaves open.
struct SanPattern {
  int kind = pawn;
  int file = -1;
  int rank = -1;
  int to = -1;
  int promoted = -1;
  int castles = -1;  // 0 queenside, 1 kingside

  bool fits(const Board& b, Move move) const {
    if (special_of(move) == castling) return castles == (to_of(move) > from_of(move) ? 1 : 0);
    return to_of(move) == to && b.at(from_of(move)) == kind && (file < 0 || (from_of(move) & 7) == file) &&
           (rank < 0 || from_of(move) >> 3 == rank) &&
           (is_promotion(move) ? int{chess::promoted(move)} : -1) == promoted;
  }
};

// Nothing for a text that is written in another way, however clear.
inline std::optional<SanPattern> parse_san(std::string_view text) {
  constexpr std::string_view pieces = "PNBRQK";
  const auto is_file = [](char c) { return c >= 'a' && c <= 'h'; };
  const auto is_rank = [](char c) { return c >= '1' && c <= '8'; };
  if (!text.empty() && (text.back() == '+' || text.back() == '#')) text.remove_suffix(1);
  SanPattern found;
  if (text == "O-O" || text == "O-O-O") {
    found.castles = text == "O-O" ? 1 : 0;
    return found;
  }
  if (text.size() < 2) return std::nullopt;
  if (const auto at = pieces.find(text[0]); at != std::string_view::npos && at > 0) {
    found.kind = static_cast<int>(at);
    text.remove_prefix(1);
  } else if (text.size() > 3 && text[text.size() - 2] == '=') {
    const auto becomes = pieces.find(text.back());
    if (becomes < knight || becomes > queen) return std::nullopt;
    found.promoted = static_cast<int>(becomes);
    text.remove_suffix(2);
  }
  if (text.size() < 2 || !is_file(text[text.size() - 2]) || !is_rank(text.back())) return std::nullopt;
  found.to = (text[text.size() - 2] - 'a') + 8 * (text.back() - '1');
  text.remove_suffix(2);
  const bool takes = !text.empty() && text.back() == 'x';
  if (takes) text.remove_suffix(1);
  if (!text.empty() && is_file(text[0])) {
    found.file = text[0] - 'a';
    text.remove_prefix(1);
  }
  if (found.kind == pawn) return text.empty() && takes == (found.file >= 0) ? std::optional(found) : std::nullopt;
  if (!text.empty() && is_rank(text[0])) {
    found.rank = text[0] - '1';
    text.remove_prefix(1);
  }
  return text.empty() ? std::optional(found) : std::nullopt;
}

// The only legal move that fits a text, if there is just one.
inline std::optional<Move> read_san(const Board& b, std::string_view text) {
  const auto pattern = parse_san(text);
  if (!pattern) return std::nullopt;
  Move moves[kMaxMoves];
  const Move* const end = generate_moves<GenType::all>(b, moves);
  std::optional<Move> found;
  for (const Move* move = moves; move != end; ++move) {
    if (!pattern->fits(b, *move)) continue;
    if (found) return std::nullopt;
    found = *move;
  }
  return found;
}

}  // namespace kibitz::chess
