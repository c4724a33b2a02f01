// Interface: selective search, for games with tactics.
#pragma once

#include <cstdint>
#include <memory>

#include "bind/interfaces/rules.hpp"
#include "search/selective/engine_interface.hpp"

namespace kibitz {

class Selective {
 public:
  virtual ~Selective() = default;
  virtual std::unique_ptr<selective::EngineInterface> engine(std::uint64_t tt_bytes, int threads) const = 0;
};

}  // namespace kibitz
