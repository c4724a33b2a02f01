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

 private:
  std::vector<Of> routes_, captures_;
  std::vector<After> after_;
};

}  // namespace kibitz
