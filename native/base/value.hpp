// The value of a position for its mover.
#pragma once

#include <cstdint>
#include <utility>

namespace kibitz {

struct Value {
  enum class Kind : std::uint8_t { loss, draw, win, expect, estimate, points };
  Kind kind = Kind::estimate;
  double number = 0;  // plies to the end (-1 if unknown), probability of winning, or points
  bool exact = false;
};

// A sort key of values, as in kibitz.base.value.
inline std::pair<int, double> order(const Value& value) {
  switch (value.kind) {
    case Value::Kind::win:
      return {1, -value.number};
    case Value::Kind::loss:
      return {-1, value.number};
    case Value::Kind::draw:
      return {0, value.number < 0 ? -1e18 : -value.number};
    default:
      return {0, value.number};
  }
}

// The value to the opponent.
inline Value negate(Value value) {
  if (value.kind == Value::Kind::win)
    value.kind = Value::Kind::loss;
  else if (value.kind == Value::Kind::loss)
    value.kind = Value::Kind::win;
  else if (value.kind == Value::Kind::expect)
    value.number = 1 - value.number;
  else if (value.kind == Value::Kind::points)
    value.number = -value.number;
  return value;
}

}  // namespace kibitz
