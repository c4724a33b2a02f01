// Solving tier by tier, the same for every game, so that Python can go from
// tier to tier and keep what is finished.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "base/control.hpp"
#include "base/identity.hpp"
#include "solve/dense.hpp"

namespace kibitz {

class TierRun {
 public:
  explicit TierRun(const Identity* identity) : identity_(identity) {}
  virtual ~TierRun() = default;
  TierRun(const TierRun&) = delete;
  TierRun& operator=(const TierRun&) = delete;

  const Identity* identity() const { return identity_; }

  // It is for one caller at a time, who sets this while it works.
  std::atomic<bool> at_work{false};

  // Tiers are numbered from 0; whoever lets a number in checks that it is one.
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

  // The same block by block, each perhaps in another process. A block is a range of
  // places that begins at a multiple of 64; of positions alike only the first has
  // marks and values, until a tier is whole.
  virtual void add_marks(int, std::uint64_t, const std::string&) { refuse(); }
  virtual void mark_block(int, std::uint64_t, std::uint64_t, Control&) { refuse(); }
  // Values a block, once all blocks of the next tier have their values.
  virtual PackedTier value_block(int, std::uint64_t, std::uint64_t, Control&) { refuse(); }
  virtual void set_block(int, std::uint64_t, std::uint64_t, const PackedTier&) { refuse(); }
  // A tier as `value` gives it, once all its blocks have their values.
  virtual PackedTier join_blocks(int, Control&) { refuse(); }

 private:
  [[noreturn]] static void refuse() { throw RulesError("this game is not solved block by block"); }

  const Identity* identity_;
};

// What a game specialises in its room that has a much quicker way than going
// through its positions one by one: `Run` is made from an identity and the game.
template <class G>
struct QuickTiers {};

template <class G>
concept HasQuickTiers = requires { typename QuickTiers<G>::Run; };

}  // namespace kibitz
