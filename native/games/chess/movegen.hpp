// Legal move generation: all moves, captures or quiet moves, listed or counted.
// Checkers, check mask and pins are found first, so that no move has to be tried.
#pragma once

#include <cstdint>

#include "games/chess/make_move.hpp"

namespace kibitz::chess {

// Captures include promotions.
enum class GenType : std::uint8_t { all, captures, quiets };

// No position has more than 218 legal moves.
inline constexpr std::size_t kMaxMoves = 256;

// A sink that writes moves to memory.
struct MoveWriter {
  Move* next;

  void piece(Square from, Bitboard targets) {
    while (targets) *next++ = move_of(from, pop_lsb(targets));
  }
  // Pawn moves that share one step.
  void pawns(Bitboard targets, int step) {
    while (targets) {
      const Square to = pop_lsb(targets);
      *next++ = move_of(to - step, to);
    }
  }
  void promotions(Bitboard targets, int step) {
    while (targets) {
      const Square to = pop_lsb(targets);
      for (const Kind kind : {queen, knight, rook, bishop}) *next++ = promotion_of(to - step, to, kind);
    }
  }
  void special(Move move) { *next++ = move; }
};

// A sink that counts moves.
struct MoveCounter {
  std::uint64_t total = 0;

  void piece(Square, Bitboard targets) { total += static_cast<std::uint64_t>(count(targets)); }
  void pawns(Bitboard targets, int) { total += static_cast<std::uint64_t>(count(targets)); }
  void promotions(Bitboard targets, int) { total += 4 * static_cast<std::uint64_t>(count(targets)); }
  void special(Move) { ++total; }
};

template <Colour Us, GenType Wanted, class Sink>
class MoveGenerator {
 public:
  MoveGenerator(const Board& b, Sink& sink) : b_(b), sink_(sink), king_(b.king_of(Us)), occupied_(b.occupied()) {}

  void run() {
    find_checks_and_pins();
    add_king();
    if (more_than_one(checkers_)) return;  // only the king can answer two checks
    // In check, a move has to capture the checker or interpose.
    check_mask_ = checkers_ ? between(king_, lsb(checkers_)) | checkers_ : ~Bitboard{0};
    const Bitboard targets = check_mask_ & wanted();
    add_pawns();
    for (auto left = b_.of(Us, knight) & ~pinned_; left;) {
      const Square from = pop_lsb(left);
      sink_.piece(from, knight_attacks(from) & targets);
    }
    for (auto left = b_.diagonal_sliders(Us); left;) {
      const Square from = pop_lsb(left);
      sink_.piece(from, bishop_attacks(from, occupied_) & targets & pin_mask(from));
    }
    for (auto left = b_.straight_sliders(Us); left;) {
      const Square from = pop_lsb(left);
      sink_.piece(from, rook_attacks(from, occupied_) & targets & pin_mask(from));
    }
    if constexpr (Wanted != GenType::captures)
      if (b_.castling_rooks && !checkers_) add_castling();
  }

 private:
  static constexpr Colour kThem = ~Us;
  static constexpr int kUp = Us == white ? 8 : -8;

  Bitboard wanted() const {
    if constexpr (Wanted == GenType::captures) return b_.colours[kThem];
    if constexpr (Wanted == GenType::quiets) return ~occupied_;
    return ~b_.colours[Us];
  }

  void find_checks_and_pins() {
    checkers_ = (pawn_attacks<Us>(bit(king_)) & b_.of(kThem, pawn)) | (knight_attacks(king_) & b_.of(kThem, knight));
    auto sliders =
        (bishop_attacks(king_, 0) & b_.diagonal_sliders(kThem)) | (rook_attacks(king_, 0) & b_.straight_sliders(kThem));
    while (sliders) {
      const Square slider = pop_lsb(sliders);
      const auto blockers = between(king_, slider) & occupied_;
      if (!blockers)
        checkers_ |= bit(slider);
      else if (!more_than_one(blockers))
        pinned_ |= blockers & b_.colours[Us];
    }
  }

  // The line to the king for a pinned piece; all squares for others.
  Bitboard pin_mask(Square from) const { return pinned_ & bit(from) ? line_through(king_, from) : ~Bitboard{0}; }

  void add_king() {
    auto targets = king_attacks(king_) & wanted();
    for (auto left = targets; left;) {
      const Square to = pop_lsb(left);
      if (attacked_by<kThem>(b_, to, occupied_ ^ bit(king_))) targets ^= bit(to);
    }
    sink_.piece(king_, targets);
  }

  void add_pawns() {
    const auto pawns = b_.of(Us, pawn);
    add_pawns_to(pawns & ~pinned_, check_mask_);
    for (auto left = pawns & pinned_; left;) {
      const Square from = pop_lsb(left);
      add_pawns_to(bit(from), check_mask_ & line_through(king_, from));
    }
    if constexpr (Wanted != GenType::quiets) {
      if (b_.ep_square != kNoSquare)
        for (auto takers = pawn_attacks<kThem>(bit(b_.ep_square)) & pawns; takers;) {
          const Square from = pop_lsb(takers);
          if (is_legal_en_passant(b_, from, b_.ep_square)) sink_.special(move_of(from, b_.ep_square, en_passant));
        }
    }
  }

  void add_pawns_to(Bitboard pawns, Bitboard allowed) {
    constexpr auto last = relative_rank(Us, 7), fourth = relative_rank(Us, 3);
    const auto steps = forward<Us>(pawns) & ~occupied_;
    if constexpr (Wanted != GenType::captures) {
      sink_.pawns(steps & allowed & ~last, kUp);
      sink_.pawns(forward<Us>(steps) & ~occupied_ & fourth & allowed, 2 * kUp);
    }
    if constexpr (Wanted != GenType::quiets) {
      const auto targets = b_.colours[kThem] & allowed;
      const auto left = forward<Us, -1>(pawns) & targets, right = forward<Us, 1>(pawns) & targets;
      sink_.pawns(left & ~last, kUp - 1);
      sink_.pawns(right & ~last, kUp + 1);
      if (pawns & relative_rank(Us, 6)) {
        sink_.promotions(steps & allowed & last, kUp);
        sink_.promotions(left & last, kUp - 1);
        sink_.promotions(right & last, kUp + 1);
      }
    }
  }

  void add_castling() {
    for (auto left = b_.castling_rooks & relative_rank(Us, 0); left;) {
      const Square from = pop_lsb(left);
      const auto [king_to, rook_to] = castled(king_, from);
      // The paths of king and rook must be empty, and the king's path unattacked.
      const auto others = occupied_ ^ bit(king_) ^ bit(from);
      const auto king_path = between(king_, king_to) | bit(king_to);
      if ((king_path | between(from, rook_to) | bit(rook_to)) & others) continue;
      bool safe = true;
      for (auto path = king_path; path && safe;) safe = !attacked_by<kThem>(b_, pop_lsb(path), others | bit(rook_to));
      if (safe) sink_.special(move_of(king_, from, castling));
    }
  }

  const Board& b_;
  Sink& sink_;
  Square king_;
  Bitboard occupied_, checkers_ = 0, pinned_ = 0, check_mask_ = 0;
};

template <GenType Wanted, class Sink>
void generate(const Board& b, Sink& sink) {
  if (b.mover == white)
    MoveGenerator<white, Wanted, Sink>(b, sink).run();
  else
    MoveGenerator<black, Wanted, Sink>(b, sink).run();
}

// Writes the moves from `out` on and returns their end.
template <GenType Wanted>
Move* generate_moves(const Board& b, Move* out) {
  MoveWriter writer{out};
  generate<Wanted>(b, writer);
  return writer.next;
}

inline std::uint64_t count_moves(const Board& b) {
  MoveCounter counter;
  generate<GenType::all>(b, counter);
  return counter.total;
}

// Whether there is a legal move. A pawn or knight that can't be pinned nearly always has one.
inline bool has_move(const Board& b) {
  const Colour us = b.mover;
  const Square own_king = b.king_of(us);
  const auto rays = queen_attacks(own_king, b.occupied());  // pieces off them are not pinned
  if (!attacked(b, own_king, ~us, b.occupied())) {
    const auto pawns = b.of(us, pawn) & ~rays;
    if ((us == white ? forward<white>(pawns) : forward<black>(pawns)) & ~b.occupied()) return true;
    for (auto knights = b.of(us, knight) & ~rays; knights;)
      if (knight_attacks(pop_lsb(knights)) & ~b.colours[us]) return true;
  }
  return count_moves(b) > 0;
}

}  // namespace kibitz::chess
