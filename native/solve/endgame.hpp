// Endgame tables: exact chances of all positions with few pieces, whatever the
// game began with. Built unit by unit; a unit needs only earlier ones.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "base/control.hpp"
#include "base/identity.hpp"

namespace kibitz {

class EndgameRun {
 public:
  explicit EndgameRun(const Identity* identity) : identity_(identity) {}
  virtual ~EndgameRun() = default;
  EndgameRun(const EndgameRun&) = delete;
  EndgameRun& operator=(const EndgameRun&) = delete;

  const Identity* identity() const { return identity_; }

  // It is for one caller at a time, who sets this while it works.
  std::atomic<bool> at_work{false};

  virtual std::uint64_t places() const = 0;
  virtual int units() const = 0;
  // How much a unit takes, in steps of a Control; units are numbered from 0.
  virtual std::uint64_t steps(int unit) const = 0;
  // A unit needs all those of lower levels, and no other.
  virtual int level(int unit) const = 0;
  // The chances of a unit's places as they are stored.
  virtual std::string solve(int unit, Control&) = 0;
  // Takes them from an earlier run instead.
  virtual void restore(int unit, const std::string& stored) = 0;

 private:
  const Identity* identity_;
};

// What a game with endgame tables specialises in its room: `run` makes a run from
// an identity, the game, the most pieces, the bytes of a chance (8, 2, or 1 for
// positions with the most pieces and 2 for others), and a number of threads;
// `Tablebase` is made from an identity, the game, the most pieces, a payload, and where
// the chances begin in it and how long they are.
template <class G>
struct Endgame {};

template <class G>
concept HasEndgame = requires { typename Endgame<G>::Tablebase; };

}  // namespace kibitz
