// Solving tier by tier, the same for every game, so that Python can go from
// tier to tier and keep what is finished.
#pragma once

#include <cstdint>
#include <string>

#include "base/control.hpp"
#include "solve/dense.hpp"

namespace kibitz {

class TierRun {
 public:
  virtual ~TierRun() = default;
  virtual int tiers() const = 0;
  virtual std::uint64_t tier_size(int tier) const = 0;
  // Whether the game must be walked from its start to know what can be reached.
  virtual bool needs_marks() const { return false; }
  // Marks what a move leads to from the marked positions of a tier.
  virtual void mark(int, Control&) {}
  virtual std::string marks(int) const { return {}; }
  virtual void set_marks(int, const std::string&) {}
  // Values a tier, once the next one has its values.
  virtual PackedTier value(int tier, Control&) = 0;
  virtual void set_values(int tier, const PackedTier& packed) = 0;
  // Positions of the tier valued last, up to symmetry.
  virtual std::uint64_t positions() const = 0;
};

// What a game specialises that has a much quicker way than going through its
// positions one by one: `Run` is made from the game.
template <class G>
struct QuickTiers {};

template <class G>
concept HasQuickTiers = requires { typename QuickTiers<G>::Run; };

}  // namespace kibitz
