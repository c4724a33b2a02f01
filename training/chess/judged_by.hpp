// What positions are judged by, named on a command line: a header of weights for
// the hand-made evaluation, `first` for those before any tuning, or `hand` for
// those that the core is compiled with.
#pragma once

#include <stdexcept>
#include <string>

#include "first_weights.hpp"
#include "games/chess/handmade/weights.hpp"
#include "weights_file.hpp"

namespace kibitz::chess {

inline Weights judged_by(const std::string& name) {
  if (name == "first") return first_weights();
  if (name == "hand") return kTunedWeights;
  if (const auto read = read_weights(name.c_str())) return *read;
  throw std::runtime_error("there are no weights in " + name);
}

}  // namespace kibitz::chess
