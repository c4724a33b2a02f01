// What a search remembers of moves, whatever the position: which ones cut, and
// after which others.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "search/selective/tactics.hpp"

namespace kibitz {

// A number between -`Most` and `Most` that moves towards what it hears, the less
// the further it went already.
template <int Most>
struct Opinion {
  std::int16_t value = 0;

  void hear(int bonus) {
    bonus = std::clamp(bonus, -Most, Most);
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / Most);
  }
};

template <Tactics T>
class Histories {
 public:
  static constexpr int kMost = 8192;
  using Of = Opinion<kMost>;
  // The opinions on all slots after some move.
  using After = std::array<Of, static_cast<std::size_t>(T::kSlots)>;

  Histories()
      : routes_(2 * static_cast<std::size_t>(T::kRoutes)),
        captures_(static_cast<std::size_t>(T::kSlots) * static_cast<std::size_t>(T::kTaken)),
        after_(static_cast<std::size_t>(T::kSlots) + 1) {}

  void forget() { *this = Histories(); }

  Of& quiet(int side, int route) { return routes_[static_cast<std::size_t>(side * T::kRoutes + route)]; }
  Of& capture(int slot, int taken) { return captures_[static_cast<std::size_t>(slot * T::kTaken + taken)]; }
  // `slot` -1 stands for no move.
  After& after(int slot) { return after_[static_cast<std::size_t>(slot + 1)]; }

  // By how many points judgements of a structure were wrong.
  int correction(int side, std::uint64_t structure) const { return corrections_[place(side, structure)] / kGrain; }
  // A deeper look found a difference; the deeper, the more it counts.
  void correct(int side, std::uint64_t structure, int difference, int depth) {
    auto& kept = corrections_[place(side, structure)];
    const int weight = std::min(depth + 1, 16);
    const int now = (kept * (256 - weight) + std::clamp(difference, -400, 400) * kGrain * weight) / 256;
    kept = std::clamp(now, -kMostCorrection * kGrain, kMostCorrection * kGrain);
  }

 private:
  static constexpr int kGrain = 256, kMostCorrection = 64;
  static constexpr std::size_t kStructures = 16384;
  static std::size_t place(int side, std::uint64_t structure) {
    return static_cast<std::size_t>(side) * kStructures + static_cast<std::size_t>(structure >> 50);
  }
  std::vector<int> corrections_ = std::vector<int>(2 * kStructures);
  std::vector<Of> routes_, captures_;
  std::vector<After> after_;
};

}  // namespace kibitz
