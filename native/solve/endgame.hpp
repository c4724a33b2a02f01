// Endgame tables: exact chances of all positions with few pieces, whatever the
// game began with. Built unit by unit; a unit needs only earlier ones.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/control.hpp"
#include "solve/payload.hpp"

namespace kibitz {

class EndgameRun {
 public:
  virtual ~EndgameRun() = default;
  virtual std::uint64_t places() const = 0;
  virtual int units() const = 0;
  // How much a unit takes, in steps of a Control.
  virtual std::uint64_t steps(int unit) const = 0;
  // The chances of a unit's places as they are stored.
  virtual std::string solve(int unit, Control&) = 0;
  // Takes them from an earlier run instead.
  virtual void restore(int unit, const std::string& stored) = 0;
};

// What a game with endgame tables specialises: `run` makes a run from the game,
// the most pieces, whether chances are stored in full width, and a number of
// threads; `Probe` is made from the game, the most pieces, a payload, and where
// the chances begin in it and how long they are.
template <class G>
struct Endgame {};

template <class G>
concept HasEndgame = requires { typename Endgame<G>::Probe; };

}  // namespace kibitz
