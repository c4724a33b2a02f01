// The value of a position for its mover.
#pragma once

#include <cstdint>

namespace kibitz {

struct Value {
  enum class Kind : std::uint8_t { loss, draw, win, expect, estimate, points };
  Kind kind = Kind::estimate;
  double number = 0;  // plies to the end (-1 if unknown), probability of winning, or points
  bool exact = false;
};

}  // namespace kibitz
