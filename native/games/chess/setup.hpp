// Positions from plain numbers, with every legality check, and start positions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/cold.hpp"
#include "base/types.hpp"
#include "games/chess/board.hpp"

namespace kibitz::chess {

// A position as numbers: the squares from a1 to h8 (0 empty, white's pawn to king 1
// to 6, black's 7 to 12), the side to move, the castling rooks (white kingside and
// queenside, then black; -1 for none), the en passant square (-1 for none), the
// halfmove clock, the fullmove number, and whether the mover is in check, which is
// only written.
inline constexpr std::size_t kNumbers = 64 + 1 + 4 + 3 + 1;

// The 75-move rule.
inline constexpr int kMaxHalfmoveClock = 150;
inline constexpr int kMaxFullmoveNumber = 9999;

inline const char* name_of(Colour colour) { return colour == white ? "white" : "black"; }

inline std::string name_of(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

// The rook that a colour may castle with on one side; kNoSquare if there is none.
inline Square castling_rook(const Board& b, Colour colour, bool kings_side) {
  const auto own = b.castling_rooks & relative_rank(colour, 0);
  const auto right = own & ~((bit(b.king_of(colour)) << 1) - 1);
  const auto side = kings_side ? right : own & ~right;
  return side ? lsb(side) : kNoSquare;
}

inline std::vector<std::int64_t> describe(const Board& b) {
  std::vector<std::int64_t> out;
  out.reserve(kNumbers);
  for (Square square = 0; square < kSquares; ++square)
    out.push_back(b.at(square) == nothing ? 0 : 1 + b.at(square) + kKinds * b.colour_at(square));
  out.push_back(b.mover);
  const auto or_none = [](Square square) { return square == kNoSquare ? -1 : square; };
  for (const Colour colour : {white, black})
    for (const bool kings_side : {true, false}) out.push_back(or_none(castling_rook(b, colour, kings_side)));
  out.push_back(or_none(b.ep_square));
  out.push_back(b.halfmove_clock);
  out.push_back(b.fullmove_number);
  out.push_back(in_check(b));
  return out;
}

// Builds a position step by step; each step throws a RulesError if it is impossible.
class Setup {
 public:
  Setup(const std::vector<std::int64_t>& numbers, bool chess960) : numbers_(numbers), chess960_(chess960) {
    if (numbers.size() != kNumbers) throw RulesError("a position is 73 numbers");
  }

  KIBITZ_COLD Board board() {
    put_pieces();
    for (const Colour colour : {white, black}) check_army(colour);
    if (number(kMover, 0, 1, "either white or black is to move") == 1) {
      b_.mover = black;
      b_.key ^= kZobrist.black_to_move;
    }
    if (king_attacks(b_.king_of(white)) & b_.of(black, king)) throw RulesError("the kings stand side by side");
    if (checkers_of(b_, ~b_.mover))
      throw RulesError(std::string(name_of(~b_.mover)) + "'s king is in check, but " + name_of(b_.mover) +
                       " is to move");
    for (const Colour colour : {white, black})
      for (const bool kings_side : {true, false}) set_castling(colour, kings_side);
    b_.halfmove_clock = static_cast<std::uint8_t>(
        number(kClock, 0, kMaxHalfmoveClock, "the game ends after 150 plies without a capture or a pawn's move"));
    b_.fullmove_number =
        static_cast<std::uint16_t>(number(kMoveNumber, 1, kMaxFullmoveNumber, "moves have numbers from 1 to 9999"));
    set_en_passant();
    return b_;
  }

 private:
  static constexpr std::size_t kMover = 64, kCastlingRooks = 65, kEnPassant = 69, kClock = 70, kMoveNumber = 71;

  std::int64_t number(std::size_t at, std::int64_t low, std::int64_t high, const char* refusal) const {
    if (numbers_[at] < low || numbers_[at] > high) throw RulesError(refusal);
    return numbers_[at];
  }

  KIBITZ_COLD void put_pieces() {
    for (Square square = 0; square < kSquares; ++square) {
      const auto piece = number(static_cast<std::size_t>(square), 0, 2 * kKinds, "there are twelve kinds of pieces");
      if (piece == 0) continue;
      const auto kind = static_cast<Kind>((piece - 1) % kKinds);
      const auto colour = static_cast<Colour>((piece - 1) / kKinds);
      if (kind == pawn && (rank_of(square) == 0 || rank_of(square) == 7))
        throw RulesError("there is a pawn on " + name_of(square) + ", and none can stand on the first or last rank");
      b_.put(colour, kind, square);
    }
  }

  KIBITZ_COLD void check_army(Colour colour) const {
    const std::string name = name_of(colour);
    const int kings = count(b_.of(colour, king)), pawns = count(b_.of(colour, pawn));
    if (kings == 0) throw RulesError(name + " has no king");
    if (kings > 1) throw RulesError(name + " has more than one king");
    if (pawns > 8) throw RulesError(name + " has more than eight pawns");
    if (count(b_.colours[colour]) > 16) throw RulesError(name + " has more than sixteen pieces");
    const auto beyond = [](Bitboard pieces, int at_first) { return std::max(0, count(pieces) - at_first); };
    const auto bishops = b_.of(colour, bishop);
    const int promoted = beyond(b_.of(colour, queen), 1) + beyond(b_.of(colour, rook), 2) +
                         beyond(b_.of(colour, knight), 2) + beyond(bishops & kDarkSquares, 1) +
                         beyond(bishops & ~kDarkSquares, 1);
    if (promoted > 8 - pawns) throw RulesError(name + " has more promoted pieces than pawns that are gone");
  }

  KIBITZ_COLD void set_castling(Colour colour, bool kings_side) {
    const auto at = kCastlingRooks + 2 * std::size_t{colour} + (kings_side ? 0 : 1);
    const auto from = static_cast<Square>(number(at, -1, 63, "a rook stands on one of 64 squares"));
    if (from == -1) return;
    const auto refuse = [&](const std::string& why) {
      throw RulesError(std::string(name_of(colour)) + " can't castle on the " + (kings_side ? "king" : "queen") +
                       "'s side: " + why);
    };
    const auto home = relative_rank(colour, 0);
    const Square own_king = b_.king_of(colour);
    if (!chess960_ && own_king != square_at(4, colour == white ? 0 : 7)) refuse("the king is not on its first square");
    if (!(home & bit(own_king))) refuse("the king is not on its first rank");
    if (!chess960_ && file_of(from) != (kings_side ? 7 : 0)) refuse("rooks begin in the corners");
    if (!(b_.of(colour, rook) & home & bit(from))) refuse("there is no rook on " + name_of(from));
    if ((from > own_king) != kings_side) refuse("the rook is on the other side of the king");
    b_.castling_rooks |= bit(from);
    b_.key ^= castling_key(bit(from));
  }

  // Kept only if a capture is legal, so that equal positions are equal.
  KIBITZ_COLD void set_en_passant() {
    const auto to = static_cast<Square>(number(kEnPassant, -1, 63, "a pawn is taken in passing on one of 64 squares"));
    const Colour us = b_.mover, them = ~us;
    if (to != -1) {
      const Square pushed = to ^ 8, from = us == white ? to + 8 : to - 8;
      if (!(relative_rank(us, 5) & bit(to)))
        throw RulesError("no pawn can be taken in passing on " + name_of(to) + " when " + name_of(us) + " is to move");
      if (!(b_.of(them, pawn) & bit(pushed)) || b_.occupied() & (bit(to) | bit(from)))
        throw RulesError("no pawn can have gone past " + name_of(to));
      check_checkers(pushed, from);
      for (auto takers = pawn_attacks(them, bit(to)) & b_.of(us, pawn); takers;)
        if (is_legal_en_passant(b_, pop_lsb(takers), to)) {
          b_.ep_square = static_cast<std::uint8_t>(to);
          b_.key ^= en_passant_key(to);
          break;
        }
    } else {
      check_checkers(kNoSquare, kNoSquare);
    }
  }

  // Refuses checkers that no last move can have given; it was a double push to `pushed`, if any.
  void check_checkers(Square pushed, Square from) const {
    const auto checkers = checkers_of(b_, b_.mover);
    if (!checkers) return;
    const Square own_king = b_.king_of(b_.mover);
    const int checks = count(checkers);
    bool possible = checks <= 2;
    if (possible && pushed != kNoSquare)
      possible = checks == 1 && ((checkers & bit(pushed)) ||
                                 !(attackers_of(b_, own_king, (b_.occupied() ^ bit(pushed)) | bit(from)) & checkers));
    else if (possible && checks == 2)
      possible = !(line_through(lsb(checkers), 63 - std::countl_zero(checkers)) & bit(own_king));
    if (!possible) throw RulesError(std::string("no move can have given these checks to ") + name_of(b_.mover));
  }

  const std::vector<std::int64_t>& numbers_;
  bool chess960_;
  Board b_;
};

// The first rank of a Chess960 position by Scharnagl's numbering.
inline std::array<Kind, 8> chess960_rank(int arrangement) {
  std::array<Kind, 8> out;
  out.fill(nothing);
  const auto take = [&](int digits) {
    const int digit = arrangement % digits;
    arrangement /= digits;
    return digit;
  };
  const auto put = [&](int which, Kind kind) {  // on the which-th empty square
    for (auto& square : out)
      if (square == nothing && which-- == 0) square = kind;
  };
  out[static_cast<std::size_t>(2 * take(4) + 1)] = bishop;
  out[static_cast<std::size_t>(2 * take(4))] = bishop;
  put(take(6), queen);
  constexpr std::array<std::array<int, 2>, 10> kKnights{
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  const auto& [first, second] = kKnights[static_cast<std::size_t>(arrangement)];
  put(second, knight);  // the right one first, so that it doesn't change what the left one counts
  put(first, knight);
  for (const Kind kind : {rook, king, rook}) put(0, kind);
  return out;
}

inline constexpr int kStandardArrangement = 518;

inline Board start_position(int arrangement) {
  Board b;
  const auto pieces = chess960_rank(arrangement);
  for (int file = 0; file < 8; ++file) {
    const Kind kind = pieces[static_cast<std::size_t>(file)];
    for (const Colour colour : {white, black}) {
      b.put(colour, kind, square_at(file, colour == white ? 0 : 7));
      b.put(colour, pawn, square_at(file, colour == white ? 1 : 6));
    }
  }
  b.castling_rooks = b.kinds[rook];
  b.key ^= castling_key(b.castling_rooks);
  return b;
}

}  // namespace kibitz::chess
