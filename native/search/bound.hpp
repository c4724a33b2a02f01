// What a score remembered of a position says: no more than it, no less, or just it.
#pragma once

#include <cstdint>

namespace kibitz {

enum class Bound : std::uint8_t { none, upper, lower, exact };

}  // namespace kibitz
