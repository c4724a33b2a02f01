// The statistics behind move ordering and reductions: butterfly, capture and
// continuation history, and correction history for the static evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "search/selective/tactics.hpp"

namespace kibitz::selective {

// A history value between -`Max` and `Max` with gravity: the closer to the limit,
// the less a bonus adds.
template <int Max>
struct HistoryEntry {
  std::int16_t value = 0;

  void update(int bonus) {
    bonus = std::clamp(bonus, -Max, Max);
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / Max);
  }
};

template <Tactics T>
class History {
 public:
  static constexpr int kMax = 8192;
  using Entry = HistoryEntry<kMax>;
  // Indexed by piece and target square.
  using ContinuationHistory = std::array<Entry, static_cast<std::size_t>(T::kPieceToCount)>;

  History()
      : butterfly_(2 * static_cast<std::size_t>(T::kFromToCount)),
        captures_(static_cast<std::size_t>(T::kPieceToCount) * static_cast<std::size_t>(T::kCapturedKinds)),
        continuations_(static_cast<std::size_t>(T::kPieceToCount) + 1) {}

  void clear() { *this = History(); }

  Entry& quiet(int side, int from_to) { return butterfly_[static_cast<std::size_t>(side * T::kFromToCount + from_to)]; }
  Entry& capture(int piece_to, int captured_kind) {
    return captures_[static_cast<std::size_t>(piece_to * T::kCapturedKinds + captured_kind)];
  }
  // What followed a move before; -1 is no move.
  ContinuationHistory& continuation(int piece_to) { return continuations_[static_cast<std::size_t>(piece_to + 1)]; }

  // The mean error of the static evaluation with these pawns.
  int correction(int side, std::uint64_t pawn_key) const { return corrections_[index(side, pawn_key)] / kGrain; }
  // Moves it towards an error that a search found, weighted by its depth.
  void update_correction(int side, std::uint64_t pawn_key, int error, int depth) {
    auto& entry = corrections_[index(side, pawn_key)];
    const int weight = std::min(depth + 1, 16);
    const int updated = (entry * (256 - weight) + std::clamp(error, -400, 400) * kGrain * weight) / 256;
    entry = std::clamp(updated, -kMaxCorrection * kGrain, kMaxCorrection * kGrain);
  }

 private:
  static constexpr int kGrain = 256, kMaxCorrection = 64;
  static constexpr std::size_t kPawnKeys = 16384;
  static std::size_t index(int side, std::uint64_t pawn_key) {
    return static_cast<std::size_t>(side) * kPawnKeys + static_cast<std::size_t>(pawn_key >> 50);
  }
  std::vector<int> corrections_ = std::vector<int>(2 * kPawnKeys);
  std::vector<Entry> butterfly_, captures_;
  std::vector<ContinuationHistory> continuations_;
};

}  // namespace kibitz::selective
