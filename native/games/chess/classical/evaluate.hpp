// The classical evaluation. A `Sink` receives every term of a position: one sums the
// weights, another counts the terms for the tuner.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/chess/board.hpp"
#include "games/chess/classical/bare_king.hpp"
#include "games/chess/classical/terms.hpp"

namespace kibitz::chess {

// 24 with all pieces (middlegame), 0 with pawns alone (endgame).
inline int game_phase(const Board& b) {
  const int phase = count(b.kinds[knight] | b.kinds[bishop]) + 2 * count(b.kinds[rook]) + 4 * count(b.kinds[queen]);
  return std::min(phase, 24);
}

// The squares in front of a set, from a colour's side (front span).
template <Colour Side>
constexpr Bitboard in_front(Bitboard squares) {
  auto out = forward<Side>(squares);
  out |= Side == white ? out << 8 : out >> 8;
  out |= Side == white ? out << 16 : out >> 16;
  return out | (Side == white ? out << 32 : out >> 32);
}

// By colour.
using PassedPawns = std::array<Bitboard, 2>;

// The terms of the pawns alone, which the pawn hash table keeps.
template <class Sink>
class PawnTerms {
 public:
  PawnTerms(const Board& b, Sink& sink) : b_(b), sink_(sink) {}

  PassedPawns run() {
    pawns<white>();
    pawns<black>();
    return passed_;
  }

 private:
  template <Colour Us>
  void add(int which) {
    sink_.add(which, Us == white ? 1 : -1);
  }

  template <Colour Us>
  void pawns() {
    constexpr Colour them = ~Us;
    const auto own = b_.of(Us, pawn), theirs = b_.of(them, pawn);
    const auto own_attacks = pawn_attacks<Us>(own), their_attacks = pawn_attacks<them>(theirs);
    for (auto left = own; left;) {
      const Square square = pop_lsb(left);
      const auto here = bit(square);
      const int rank = rank_of(Us == white ? square : mirrored(square));
      add<Us>(term::material + pawn);
      add<Us>(term::piece_square + 64 * pawn + (Us == white ? square : mirrored(square)));
      const auto beside = shifted<-1, 0>(here) | shifted<1, 0>(here);
      const auto ahead = in_front<Us>(beside), behind = in_front<them>(beside) | beside;
      const auto front = in_front<Us>(here);
      const bool supported = (own_attacks & here) != 0;
      if (!((ahead | behind) & own)) {
        add<Us>(term::isolated + std::min(file_of(square), 7 - file_of(square)));
      } else if (!(own & behind) && (their_attacks & forward<Us>(here))) {
        add<Us>(term::backward);
      }
      if (front & own) add<Us>(term::doubled);
      if (beside & own) add<Us>(term::phalanx + rank);
      if (supported) add<Us>(term::supported + rank);
      if ((front | ahead) & theirs || front & own) continue;
      add<Us>(term::passed + rank);
      if (supported) add<Us>(term::passed_supported);
      passed_[Us] |= here;
    }
  }

  const Board& b_;
  Sink& sink_;
  PassedPawns passed_{};
};

// The terms of the pieces.
template <class Sink>
class ClassicalTerms {
 public:
  ClassicalTerms(const Board& b, const PassedPawns& passed, Sink& sink)
      : b_(b), passed_(passed), sink_(sink), occupied_(b.occupied()) {
    for (const Colour colour : {white, black}) {
      kings_[colour] = b.king_of(colour);
      // The king zone: its surroundings, and one more rank towards the enemy.
      king_zones_[colour] = king_attacks(kings_[colour]) | bit(kings_[colour]);
      pawn_attacks_[colour] = attacks_[colour][pawn] = pawn_attacks(colour, b.of(colour, pawn));
      attacks_[colour][king] = king_attacks(kings_[colour]);
    }
    king_zones_[white] |= forward<white>(king_zones_[white]);
    king_zones_[black] |= forward<black>(king_zones_[black]);
  }

  void run() {
    pieces<white>();
    pieces<black>();
    for (const Colour colour : {white, black})
      for (int kind = pawn; kind <= king; ++kind)
        all_attacks_[colour] |= attacks_[colour][static_cast<std::size_t>(kind)];
    passed_pawns<white>();
    passed_pawns<black>();
    king_and_threats<white>();
    king_and_threats<black>();
    sink_.add(term::tempo, b_.mover == white ? 1 : -1);
  }

 private:
  template <Colour Us>
  void add(int which, int times = 1) {
    sink_.add(which, Us == white ? times : -times);
  }

  template <Colour Us>
  static constexpr Square relative_square(Square square) {
    return Us == white ? square : mirrored(square);
  }

  template <Colour Us>
  void pieces() {
    constexpr Colour them = ~Us;
    const auto own_pawns = b_.of(Us, pawn), their_pawns = b_.of(them, pawn);
    // The mobility area: not attacked by enemy pawns, not occupied by blocked own pawns or the king.
    const auto area = ~(pawn_attacks_[them] | (own_pawns & forward<them>(occupied_)) | b_.of(Us, king));
    add<Us>(term::piece_square + 64 * king + relative_square<Us>(kings_[Us]));
    for (int k = knight; k <= queen; ++k) {
      const auto kind = static_cast<Kind>(k);
      for (auto left = b_.of(Us, kind); left;) {
        const Square square = pop_lsb(left);
        add<Us>(term::material + k);
        add<Us>(term::piece_square + 64 * k + relative_square<Us>(square));
        // Sliders see through pieces that slide the same way (X-ray).
        const auto through = kind == bishop ? b_.kinds[queen] : kind == rook ? b_.straight_sliders(Us) : Bitboard{0};
        const auto reach = attacks_of(kind, square, occupied_ & ~through);
        attacks_[Us][kind] |= reach;
        piece_attacks_twice_[Us] |= reach & piece_attacks_[Us];
        piece_attacks_[Us] |= reach;
        add<Us>(term::mobility + 28 * (k - 1) + count(reach & area));
        if (reach & king_zones_[them]) {
          constexpr std::array<int, 5> kAttackWeights{0, 2, 2, 3, 4};
          king_pressure_[Us] += kAttackWeights[static_cast<std::size_t>(k)] + count(reach & attacks_[them][king]);
        }
        if (kind == rook) {
          const auto file = file_mask(file_of(square));
          if (!(own_pawns & file)) add<Us>(their_pawns & file ? term::rook_half_open : term::rook_open);
        }
        if (kind == knight || kind == bishop) {
          const auto beside = shifted<-1, 0>(bit(square)) | shifted<1, 0>(bit(square));
          const bool is_safe = !(in_front<Us>(beside) & their_pawns) && (pawn_attacks_[Us] & bit(square));
          if (is_safe && (in_front<Us>(relative_rank(Us, 2)) & bit(square))) add<Us>(term::outpost + (kind == bishop));
        }
      }
    }
    if (more_than_one(b_.of(Us, bishop))) add<Us>(term::bishop_pair);
  }

  template <Colour Us>
  void passed_pawns() {
    constexpr Colour them = ~Us;
    for (auto left = passed_[Us]; left;) {
      const Square square = pop_lsb(left);
      const int rank = rank_of(relative_square<Us>(square));
      if (!(forward<Us>(bit(square)) & (occupied_ | all_attacks_[them]))) add<Us>(term::passed_unblocked + rank);
      if (rank >= 3) {
        const Square next = Us == white ? square + 8 : square - 8;
        add<Us>(term::own_king_distance + distance(kings_[Us], next));
        add<Us>(term::enemy_king_distance + distance(kings_[them], next));
      }
    }
  }

  template <Colour Us>
  void king_and_threats() {
    constexpr Colour them = ~Us;
    const auto own = b_.of(Us, pawn), theirs = b_.of(them, pawn);
    // Pawn shelter and pawn storm on the king's file and its neighbours.
    const int middle = std::clamp(file_of(kings_[Us]), 1, 6);
    const auto ahead = in_front<Us>(rank_mask(rank_of(kings_[Us]))) | rank_mask(rank_of(kings_[Us]));
    for (int file = middle - 1; file <= middle + 1; ++file) {
      add<Us>(term::shelter + nearest<Us>(own & ahead & file_mask(file)));
      add<Us>(term::storm + nearest<Us>(theirs & ahead & file_mask(file)));
    }
    // King attack and safe checks.
    add<Us>(term::king_attack + std::min(king_pressure_[Us], 31));
    const Square target = kings_[them];
    const auto king_only = ~(piece_attacks_[them] | pawn_attacks_[them]);
    const auto safe = ~b_.colours[Us] & (~all_attacks_[them] | (piece_attacks_twice_[Us] & king_only));
    const auto diagonal = bishop_attacks(target, occupied_), straight = rook_attacks(target, occupied_);
    add<Us>(term::safe_check + knight, count(attacks_[Us][knight] & knight_attacks(target) & safe) != 0);
    add<Us>(term::safe_check + bishop, count(attacks_[Us][bishop] & diagonal & safe) != 0);
    add<Us>(term::safe_check + rook, count(attacks_[Us][rook] & straight & safe) != 0);
    add<Us>(term::safe_check + queen, count(attacks_[Us][queen] & (diagonal | straight) & safe) != 0);
    // Threats and hanging pieces.
    const auto minors = attacks_[Us][knight] | attacks_[Us][bishop];
    for (int kind = pawn; kind < king; ++kind) {
      const auto targets = b_.of(them, static_cast<Kind>(kind));
      if (kind > pawn) add<Us>(term::threat_by_pawn + kind, count(targets & pawn_attacks_[Us]));
      add<Us>(term::threat_by_minor + kind, count(targets & minors & ~pawn_attacks_[them]));
      add<Us>(term::threat_by_rook + kind, count(targets & attacks_[Us][rook] & ~pawn_attacks_[them]));
    }
    add<Us>(term::hanging, count(b_.colours[them] & ~b_.kinds[pawn] & all_attacks_[Us] & ~all_attacks_[them]));
  }

  // The relative rank of the rearmost pawn; 0 for none.
  template <Colour Us>
  static int nearest(Bitboard pawns) {
    if (!pawns) return 0;
    return rank_of(Us == white ? lsb(pawns) : mirrored(63 - std::countl_zero(pawns)));
  }

  static int distance(Square a, Square b) {
    return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
  }

  const Board& b_;
  const PassedPawns& passed_;
  Sink& sink_;
  Bitboard occupied_;
  std::array<Square, 2> kings_{};
  std::array<Bitboard, 2> king_zones_{}, pawn_attacks_{}, piece_attacks_{}, piece_attacks_twice_{}, all_attacks_{};
  std::array<std::array<Bitboard, kKinds>, 2> attacks_{};
  std::array<int, 2> king_pressure_{};
};

// Middlegame and endgame weight in one word, so that both are added at once.
using PackedWeight = std::int32_t;
using PackedWeights = std::array<PackedWeight, term::count>;

constexpr PackedWeight packed(const Weight& weight) { return weight.mg + weight.eg * 65536; }
constexpr int mg_of(PackedWeight sum) { return static_cast<std::int16_t>(static_cast<std::uint32_t>(sum)); }
constexpr int eg_of(PackedWeight sum) {
  return static_cast<std::int16_t>((static_cast<std::uint32_t>(sum) + 0x8000u) >> 16);
}
constexpr PackedWeights packed(const Weights& weights) {
  PackedWeights out{};
  for (std::size_t i = 0; i < weights.size(); ++i) out[i] = packed(weights[i]);
  return out;
}

// A sink that sums weights.
struct WeightSum {
  const PackedWeights& weights;
  PackedWeight sum = 0;

  void add(int which, int times) { sum += times * weights[static_cast<std::size_t>(which)]; }
};

// The endgame scale factor, in 64ths: small if the stronger side can hardly win.
inline int scale_factor(const Board& b, Colour strong) {
  const auto pieces = [&](Colour colour) {
    return 3 * count(b.of(colour, knight) | b.of(colour, bishop)) + 5 * count(b.of(colour, rook)) +
           9 * count(b.of(colour, queen));
  };
  const int pawns = count(b.of(strong, pawn)), lead = pieces(strong) - pieces(~strong);
  if (pawns == 0 && lead <= 3) return pieces(strong) < 5 ? 0 : 8;
  // Two knights can't force mate.
  if (pawns == 0 && b.of(strong, knight) == (b.colours[strong] ^ b.of(strong, king)) && pieces(strong) <= 6) return 0;
  const auto bishops = b.kinds[bishop];
  const bool opposite = count(b.of(white, bishop)) == 1 && count(b.of(black, bishop)) == 1 &&
                        (bishops & kDarkSquares) && (bishops & ~kDarkSquares);
  if (opposite && !(b.kinds[knight] | b.kinds[rook] | b.kinds[queen])) return pawns <= 2 ? 20 : 36;
  if (pawns == 1 && lead <= 0) return 48;
  return 64;
}

// A hash key of the pawns.
inline std::uint64_t pawn_key(const Board& b) {
  const auto mixed =
      (b.of(white, pawn) * 0x9e3779b97f4a7c15u) ^ ((b.of(black, pawn) + 0x632be59bd9b4e019u) * 0xd6e8feb86659fd93u);
  return (mixed ^ mixed >> 32) * 0x9e3779b97f4a7c15u;
}

// The pawn hash table; each thread has its own.
class PawnTable {
 public:
  struct Entry {
    std::array<Bitboard, 2> pawns{};
    PassedPawns passed{};
    PackedWeight sum = 0;
  };

  const Entry& probe(const Board& b, const PackedWeights& weights) {
    const auto white_pawns = b.of(white, pawn), black_pawns = b.of(black, pawn);
    Entry& entry = entries_[static_cast<std::size_t>(pawn_key(b) >> (64 - kBits))];
    if (entry.pawns[white] != white_pawns || entry.pawns[black] != black_pawns) {
      WeightSum sum{weights};
      entry.passed = PawnTerms<WeightSum>(b, sum).run();
      entry.pawns = {white_pawns, black_pawns};
      entry.sum = sum.sum;
    }
    return entry;
  }

 private:
  static constexpr int kBits = 13;
  // Fresh entries are right for positions without pawns.
  std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << kBits);
};

// Material and mop-up evaluation only: other terms would hide the way to the mate.
inline int evaluate_bare_king(const Board& b, Colour strong, const PackedWeights& weights) {
  int eval = mop_up(b, strong);
  for (const Kind kind : {knight, bishop, rook, queen})
    eval += count(b.of(strong, kind)) * eg_of(weights[static_cast<std::size_t>(term::material + kind)]);
  return eval;
}

// Centipawns, from the side to move.
inline int evaluate_classical(const Board& b, const PackedWeights& weights, PawnTable& pawn_table) {
  if (!b.kinds[pawn])
    for (const Colour strong : {white, black})
      if (!more_than_one(b.colours[~strong]) && scale_factor(b, strong) == 64)
        return b.mover == strong ? evaluate_bare_king(b, strong, weights) : -evaluate_bare_king(b, strong, weights);
  const auto& pawns = pawn_table.probe(b, weights);
  WeightSum sum{weights, pawns.sum};
  ClassicalTerms<WeightSum>(b, pawns.passed, sum).run();
  const int unscaled = eg_of(sum.sum);
  const int eg = unscaled * scale_factor(b, unscaled > 0 ? white : black) / 64;
  const int phase = game_phase(b);
  const int eval = (mg_of(sum.sum) * phase + eg * (24 - phase)) / 24;
  return b.mover == white ? eval : -eval;
}

}  // namespace kibitz::chess
