// Interface: endgame tablebases of all positions with few pieces.
#pragma once

#include <cstdint>
#include <memory>

#include "base/tablebase.hpp"
#include "bind/interfaces/rules.hpp"
#include "solve/endgame.hpp"
#include "solve/payload.hpp"

namespace kibitz {

class Endgames {
 public:
  virtual ~Endgames() = default;
  virtual std::unique_ptr<EndgameRun> run(int most_pieces, int width, int threads) const = 0;
  // Opens a tablebase that refers to the rules and the payload.
  virtual std::unique_ptr<Tablebase> open(int most_pieces, const Payload&, std::uint64_t begin,
                                          std::uint64_t length) const = 0;
};

}  // namespace kibitz
