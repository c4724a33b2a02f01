#pragma once

#include "games/chess/handmade/first_weights.hpp"

namespace kibitz::chess {

inline constexpr Weights kTunedWeights = first_weights();

}  // namespace kibitz::chess
