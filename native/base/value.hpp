// What a position is worth to its mover, in the words of the Python floor.
#pragma once

#include <cstdint>

namespace kibitz {

struct Value {
  enum class Kind : std::uint8_t { loss, draw, win, expect, estimate, points };
  Kind kind = Kind::estimate;
  double number = 0;  // plies to the end, win chance, or points; -1 plies: not known
  bool exact = false;
};

}  // namespace kibitz
