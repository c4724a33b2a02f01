// The bound of a stored score: upper, lower or exact.
#pragma once

#include <cstdint>

namespace kibitz {

enum class Bound : std::uint8_t { none, upper, lower, exact };

}  // namespace kibitz
