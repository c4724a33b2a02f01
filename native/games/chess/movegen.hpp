// The allowed moves of a position: listed, counted, or only those that take or
// promote. Which squares may be gone to while in check, and which pieces are
// pinned to their king, is found first, so that no move has to be tried.
#pragma once

#include <cstdint>

#include "games/chess/make_move.hpp"

namespace kibitz::chess {

// Captures are all moves that take or promote, quiet ones the others.
enum class Which : std::uint8_t { all, captures, quiet };

// Writes moves where there is room for them; no position has more than 218.
inline constexpr std::size_t kMostMoves = 256;
struct Lister {
  Move* next;

  void piece(Square from, Bitboard targets) {
    while (targets) *next++ = move_of(from, take_lowest(targets));
  }
  // Pawns that all moved by the same step.
  void pawns(Bitboard targets, int step) {
    while (targets) {
      const Square to = take_lowest(targets);
      *next++ = move_of(to - step, to);
    }
  }
  void promotions(Bitboard targets, int step) {
    while (targets) {
      const Square to = take_lowest(targets);
      for (const Kind kind : {queen, knight, rook, bishop}) *next++ = promotion_of(to - step, to, kind);
    }
  }
  void special(Move move) { *next++ = move; }
};

struct Counter {
  std::uint64_t total = 0;

  void piece(Square, Bitboard targets) { total += static_cast<std::uint64_t>(count(targets)); }
  void pawns(Bitboard targets, int) { total += static_cast<std::uint64_t>(count(targets)); }
  void promotions(Bitboard targets, int) { total += 4 * static_cast<std::uint64_t>(count(targets)); }
  void special(Move) { ++total; }
};

template <Colour Us, Which Wanted, class Sink>
class Generator {
 public:
  Generator(const Board& b, Sink& sink) : b_(b), sink_(sink), king_(b.king_of(Us)), occupied_(b.occupied()) {}

  void run() {
    find_checks_and_pins();
    add_king();
    if (several(checkers_)) return;  // only the king can answer two checks
    // While in check, a move has to take the checker or step in between.
    allowed_ = checkers_ ? between(king_, lowest(checkers_)) | checkers_ : ~Bitboard{0};
    const Bitboard targets = allowed_ & wanted();
    add_pawns();
    for (auto left = b_.of(Us, knight) & ~pinned_; left;) {
      const Square from = take_lowest(left);
      sink_.piece(from, knight_attacks(from) & targets);
    }
    for (auto left = b_.diagonal_sliders(Us); left;) {
      const Square from = take_lowest(left);
      sink_.piece(from, bishop_attacks(from, occupied_) & targets & leash(from));
    }
    for (auto left = b_.straight_sliders(Us); left;) {
      const Square from = take_lowest(left);
      sink_.piece(from, rook_attacks(from, occupied_) & targets & leash(from));
    }
    if constexpr (Wanted != Which::captures)
      if (b_.castlers && !checkers_) add_castling();
  }

 private:
  static constexpr Colour kThem = ~Us;
  static constexpr int kUp = Us == white ? 8 : -8;

  Bitboard wanted() const {
    if constexpr (Wanted == Which::captures) return b_.colours[kThem];
    if constexpr (Wanted == Which::quiet) return ~occupied_;
    return ~b_.colours[Us];
  }

  void find_checks_and_pins() {
    checkers_ = (pawn_attacks<Us>(bit(king_)) & b_.of(kThem, pawn)) | (knight_attacks(king_) & b_.of(kThem, knight));
    auto sliders =
        (bishop_attacks(king_, 0) & b_.diagonal_sliders(kThem)) | (rook_attacks(king_, 0) & b_.straight_sliders(kThem));
    while (sliders) {
      const Square slider = take_lowest(sliders);
      const auto blockers = between(king_, slider) & occupied_;
      if (!blockers)
        checkers_ |= bit(slider);
      else if (!several(blockers))
        pinned_ |= blockers & b_.colours[Us];
    }
  }

  // Where a piece must stay because it is pinned; anywhere if it is not.
  Bitboard leash(Square from) const { return pinned_ & bit(from) ? line_through(king_, from) : ~Bitboard{0}; }

  void add_king() {
    auto targets = king_attacks(king_) & wanted();
    for (auto left = targets; left;) {
      const Square to = take_lowest(left);
      if (attacked_by<kThem>(b_, to, occupied_ ^ bit(king_))) targets ^= bit(to);
    }
    sink_.piece(king_, targets);
  }

  void add_pawns() {
    const auto pawns = b_.of(Us, pawn);
    add_pawns_to(pawns & ~pinned_, allowed_);
    for (auto left = pawns & pinned_; left;) {
      const Square from = take_lowest(left);
      add_pawns_to(bit(from), allowed_ & line_through(king_, from));
    }
    if constexpr (Wanted != Which::quiet) {
      if (b_.passing != kNowhere)
        for (auto takers = pawn_attacks<kThem>(bit(b_.passing)) & pawns; takers;) {
          const Square from = take_lowest(takers);
          if (may_take_in_passing(b_, from, b_.passing)) sink_.special(move_of(from, b_.passing, en_passant));
        }
    }
  }

  void add_pawns_to(Bitboard pawns, Bitboard allowed) {
    constexpr auto last = rank_for(Us, 7), fourth = rank_for(Us, 3);
    const auto steps = forward<Us>(pawns) & ~occupied_;
    if constexpr (Wanted != Which::captures) {
      sink_.pawns(steps & allowed & ~last, kUp);
      sink_.pawns(forward<Us>(steps) & ~occupied_ & fourth & allowed, 2 * kUp);
    }
    if constexpr (Wanted != Which::quiet) {
      const auto targets = b_.colours[kThem] & allowed;
      const auto left = forward<Us, -1>(pawns) & targets, right = forward<Us, 1>(pawns) & targets;
      sink_.pawns(left & ~last, kUp - 1);
      sink_.pawns(right & ~last, kUp + 1);
      if (pawns & rank_for(Us, 6)) {
        sink_.promotions(steps & allowed & last, kUp);
        sink_.promotions(left & last, kUp - 1);
        sink_.promotions(right & last, kUp + 1);
      }
    }
  }

  void add_castling() {
    for (auto left = b_.castlers & rank_for(Us, 0); left;) {
      const Square from = take_lowest(left);
      const auto [king_to, rook_to] = castled(king_, from);
      // Nothing may stand where the two pass, nor anybody attack where the king does.
      const auto others = occupied_ ^ bit(king_) ^ bit(from);
      const auto kings_way = between(king_, king_to) | bit(king_to);
      if ((kings_way | between(from, rook_to) | bit(rook_to)) & others) continue;
      bool safe = true;
      for (auto way = kings_way; way && safe;) safe = !attacked_by<kThem>(b_, take_lowest(way), others | bit(rook_to));
      if (safe) sink_.special(move_of(king_, from, castling));
    }
  }

  const Board& b_;
  Sink& sink_;
  Square king_;
  Bitboard occupied_, checkers_ = 0, pinned_ = 0, allowed_ = 0;
};

template <Which Wanted, class Sink>
void generate(const Board& b, Sink& sink) {
  if (b.mover == white)
    Generator<white, Wanted, Sink>(b, sink).run();
  else
    Generator<black, Wanted, Sink>(b, sink).run();
}

// Writes the moves from `out` on and returns where they end.
template <Which Wanted>
Move* list_moves(const Board& b, Move* out) {
  Lister lister{out};
  generate<Wanted>(b, lister);
  return lister.next;
}

inline std::uint64_t count_moves(const Board& b) {
  Counter counter;
  generate<Which::all>(b, counter);
  return counter.total;
}

// Whether any move is allowed. Some pawn or knight nearly always has one that is
// seen at once.
inline bool has_move(const Board& b) {
  const Colour us = b.mover;
  const Square own_king = b.king_of(us);
  const auto rays = queen_attacks(own_king, b.occupied());  // what is not on them is not pinned
  if (!attacked(b, own_king, ~us, b.occupied())) {
    const auto pawns = b.of(us, pawn) & ~rays;
    if ((us == white ? forward<white>(pawns) : forward<black>(pawns)) & ~b.occupied()) return true;
    for (auto knights = b.of(us, knight) & ~rays; knights;)
      if (knight_attacks(take_lowest(knights)) & ~b.colours[us]) return true;
  }
  return count_moves(b) > 0;
}

}  // namespace kibitz::chess
