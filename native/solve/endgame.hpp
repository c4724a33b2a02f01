// The interface of building endgame tablebases: exact values of all positions with
// few pieces. A tablebase is built unit by unit.
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

  // Set while in use; a run serves one caller at a time.
  std::atomic<bool> in_use{false};

  virtual std::uint64_t places() const = 0;
  virtual int units() const = 0;
  // The work of a unit, in steps of a Control. Units are numbered from 0.
  virtual std::uint64_t steps(int unit) const = 0;
  // A unit depends on all units of lower levels and on no others.
  virtual int level(int unit) const = 0;
  // Solves a unit and returns its stored values.
  virtual std::string solve(int unit, Control&) = 0;
  // Loads a unit that was solved earlier.
  virtual void restore(int unit, const std::string& stored) = 0;

 private:
  const Identity* identity_;
};

// Specialized by games with endgame tablebases. `run(identity, game, most_pieces,
// width, threads)` makes a run; `width` is the bytes of a probability (8, 2, or 1 for
// positions with the most pieces and 2 for others). `Tablebase` is constructed from
// (identity, game, most_pieces, payload, begin, length of the values in it).
template <class G>
struct Endgame {};

template <class G>
concept HasEndgame = requires { typename Endgame<G>::Tablebase; };

}  // namespace kibitz
